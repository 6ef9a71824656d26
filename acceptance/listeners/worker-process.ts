import { sha256 } from "@ferrule/worker/deployed/endpoints/artifacts/artifact-digest.ts";
import { keyState } from "@ferrule/worker/testing/deployed.ts";
import { startTestWorker, type TestWorker } from "@ferrule/worker/testing/test-worker.ts";
import { serveParent } from "./role-process.ts";

let worker: TestWorker;
const one = { name: "one", code: "one" };
const keyOf = (n: number) => `fer_key_of_listener_${n}`;

serveParent({
  async start(keys: number) {
    worker = await startTestWorker({ functions: [one], behaviours: { one: () => 1 } });
    for (let n = 0; n < keys; n += 1) {
      worker.feed.say(keyState("mcp", { id: `key_${n}`, sha256: sha256(keyOf(n)), tenantId: `tenant-${n % 2}` }));
    }
  },
  url: () => worker.origin,
  keyOf,
  deploy: async (description: string) => void (await worker.deploy([{ ...one, tool: { description } }])),
  revoke: (n: number) => worker.feed.say({ gone: `key:key_${n}` }),
  drain: () => worker.serving.drain(),
});
