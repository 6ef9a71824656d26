import { sha256 } from "@ferrule/worker/deployed/endpoints/artifacts/artifact-digest.ts";
import { keyState } from "@ferrule/worker/testing/deployed.ts";
import type { Invocation } from "@ferrule/worker/running/sandbox/call/invocation.ts";
import { outcome } from "@ferrule/worker/testing/stand-in.ts";
import { internalToken, startTestWorker, type TestWorker } from "@ferrule/worker/testing/test-worker.ts";
import { serveParent } from "./role-process.ts";

let worker: TestWorker;
const one = { name: "one", code: "one" };
const asks = { name: "asks", code: "asks", asks: true as const };
const question = {
  message: "At what time?",
  schema: { type: "object", properties: { at: { type: "integer" } }, required: ["at"] },
  timeoutMs: 600_000,
};
/** Asks one question, and says that it was answered. */
const ask = ({ mcp }: Invocation) =>
  (mcp?.steps ?? []).length > 0
    ? "answered"
    : outcome({ kind: "asked", questions: [{ key: "at", asked: JSON.stringify(question), question }], steps: [] });
const keyOf = (n: number) => `fer_key_of_listener_${n}`;

serveParent({
  async start(keys: number) {
    worker = await startTestWorker({ functions: [one, asks], behaviours: { one: () => 1, asks: ask } });
    for (let n = 0; n < keys; n += 1) {
      worker.feed.say(keyState("mcp", { id: `key_${n}`, sha256: sha256(keyOf(n)), tenantId: `tenant-${n % 2}` }));
    }
  },
  url: () => worker.origin,
  internalToken: () => internalToken,
  keyOf,
  deploy: async (description: string) => void (await worker.deploy([{ ...one, tool: { description } }, asks])),
  revoke: (n: number) => worker.feed.say({ gone: `key:key_${n}` }),
  drain: () => worker.serving.drain(),
});
