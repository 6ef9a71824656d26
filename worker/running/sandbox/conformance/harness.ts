import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import type { Invocation, InvocationResult } from "../call/invocation.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../sandbox.ts";

/** A sandbox with a silent log, because tests kill executors on purpose. */
export function testSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  return createSandbox({ log: createLog("worker", "silent"), egressAllowPrivate: [], ...options });
}

/** An invocation of a bundle given as source; overrides replace simple defaults. */
export function invocationOf(code: string, over: Partial<Invocation> = {}): Invocation {
  const digest = createHash("sha256").update(code).digest("hex");
  return {
    executionId: randomUUID(),
    requestId: "req_test",
    source: "http",
    environment: "development",
    tenantId: "tenant-a",
    caller: { kind: "anonymous", id: null, name: null },
    projectId: "prj_test",
    functionId: `fn_${digest.slice(0, 16)}`,
    functionName: "test",
    deploymentId: "dep_test",
    attempt: 1,
    bundle: { digest, load: () => Promise.resolve({ code, sourceMap: "" }) },
    grant: { secrets: [], hosts: [], collections: [], cache: false },
    grantKey: "none",
    timeoutMs: 20_000,
    memoryMb: 64,
    inputJson: "{}",
    ...over,
  };
}

/** The parsed return value of a call. For any other outcome, it fails with the outcome in the message. */
export function valueOf(result: InvocationResult): unknown {
  if (result.outcome.kind !== "returned") throw new Error(`expected a value, got ${JSON.stringify(result.outcome)}`);
  return JSON.parse(result.outcome.outputJson) as unknown;
}

export interface Neighbour {
  /** Stops calling. Returns the number of correct results, and the other outcomes. */
  stop: () => Promise<{ right: number; wrong: unknown[] }>;
}

/** The pause between two calls of a neighbour. In the long form, it calls again at once. */
const pauseMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 0 : 4;

/** Another tenant's Function, called continuously beside the test. */
export function startNeighbour(sandbox: Sandbox): Neighbour {
  const stopping = new AbortController();
  let right = 0;
  const wrong: unknown[] = [];
  const loop = (async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const invocation = invocationOf("export default (input) => ({ echo: input.n });", {
        tenantId: "neighbour",
        inputJson: JSON.stringify({ n }),
        timeoutMs: 20_000,
      });
      const { outcome } = await sandbox.invoke(invocation);
      if (outcome.kind === "returned" && outcome.outputJson === JSON.stringify({ echo: n })) right += 1;
      else wrong.push(outcome);
      await delay(pauseMs);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await loop;
      return { right, wrong };
    },
  };
}
