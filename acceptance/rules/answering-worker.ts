import type { Job, JobResult } from "@ferrule/contract/internal/jobs.ts";
import { internalRoutes } from "@ferrule/contract/internal/routes.ts";
import type { TestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { connectWorker } from "@ferrule/control-plane/doors/internal/testing/connect-worker.ts";

/** If a Function has this source, its job fails with that code. */
export const failingSource = (code: string): string => `// fails with ${code}\nexport default () => null;`;

const derived = { inputSchema: { type: "object" }, outputSchema: null, description: "Derived." };

function resultOf(job: Job): JobResult {
  if (job.kind === "test") {
    return { kind: "test", status: "succeeded", output: job.input, error: null, logs: [], durationMs: 1 };
  }
  if (job.kind === "tests") return { kind: "tests", functions: [], libraries: [] };
  if (job.kind === "declare") return { kind: "declare", declarations: "", untyped: [], resolved: [] };
  if (job.kind === "connection") {
    const test = { ok: true, message: "PostgreSQL 17.6 answered.", server: "PostgreSQL 17.6", durationMs: 12 };
    return { kind: "connection", test, schema: { tables: [], truncated: false } };
  }
  if (job.kind !== "validate") throw new Error(`No answer to a job of kind ${job.kind}.`);
  const { id } = job.function;
  return { kind: "validate", function: { id, valid: true, diagnostics: [], derived, bundleDigest: "0".repeat(64) } };
}

/** The code with which a job must fail: its source, or its connection's name, contains it. */
function failureOf(job: Job): string | undefined {
  if (job.kind === "connection") return /^fails_(timeout|invalid_state)_/.exec(job.name)?.[1]?.toUpperCase();
  const source = "function" in job ? job.function.source : "functions" in job ? job.functions[0]?.source : undefined;
  return /^\/\/ fails with (\w+)/.exec(source ?? "")?.[1];
}

/**
 * Does validations, tests and questions for types on `/internal` as a worker would, without running anything. Builds
 * stay queued. It ends when it is disposed, or with the control plane.
 */
export function startAnsweringWorker({ internalUrl, settings }: TestControlPlane): AsyncDisposable {
  const closing = new AbortController();
  const workerId = "wrk_answering";
  const post = (path: string, body: unknown) =>
    fetch(internalUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-worker-token": settings.workerApiTokens[0] },
      body: JSON.stringify(body),
      signal: closing.signal,
    });

  async function answerOne(): Promise<void> {
    const claimed = await post(internalRoutes.claimJob.path, {
      workerId,
      kinds: ["validate", "test", "tests", "declare", "connection"],
    });
    const { job } = (await claimed.json()) as { job: Job | null };
    if (!job || job.kind === "build") return;
    const code = failureOf(job);
    const outcome = code
      ? { result: null, failure: { code, message: "It is meant to fail." } }
      : { result: resultOf(job), failure: null };
    await post(internalRoutes.completeJob.path.replace(":id", job.id), { workerId, attempt: job.attempt, ...outcome });
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) await answerOne();
  }
  const running = run().catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
    },
  };
}

/**
 * Completes the first queued build, as if each Function were fine, so the deployment becomes active. With a
 * deployment's id, it completes all builds up to that one.
 */
export async function buildQueued({ internalUrl, settings }: TestControlPlane, deploymentId?: string): Promise<void> {
  const worker = connectWorker(internalUrl, settings.workerApiTokens[0], "wrk_building");
  for (;;) {
    const job = await worker.claim(["build"]);
    if (job?.kind !== "build") throw new Error("The build is not queued.");
    const { status, body } = await worker.complete(job, await worker.build(job));
    if (status !== 204) throw new Error(`The build was not taken: ${JSON.stringify(body)}`);
    if (deploymentId === undefined || job.deploymentId === deploymentId) return;
  }
}
