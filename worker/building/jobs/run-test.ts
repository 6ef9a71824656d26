import { createHash } from "node:crypto";
import type { BuiltFunction, JobResult, TestJob, TestResult } from "@ferrule/contract/internal/jobs.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { BuildAnswer, Builder } from "../builds/builder.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import { compileSensitive } from "@ferrule/contract/warnings/sensitive-schema.ts";
import { failedEnd, measuredOf, nothingRan } from "../../calls/admission/execution-record.ts";
import { settleOutcome } from "../../calls/admission/settle-outcome.ts";
import { acceptInput } from "../../deployed/endpoints/functions/accept-input.ts";
import { entryOf } from "../../deployed/endpoints/artifacts/artifact-digest.ts";
import { compileFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { Reporter } from "../../calls/executions/reporter.ts";
import type { Invocation, InvocationResult } from "../../running/sandbox/call/invocation.ts";
import { mcpOfTest, openTest, questionsOf } from "./test-questions.ts";
import type { Sealer } from "../../doors/mcp/elicitation/sealer.ts";
import type { JobLease } from "./job-lease.ts";

export interface TestMeans {
  builder: Builder;
  /** Runs in one of the slots for tests. Rejects with PublicError OVERLOADED if none becomes free in time. */
  invoke: (invocation: Invocation) => Promise<InvocationResult>;
  log: Log;
  reporter: Reporter;
  masker: Pick<Masker, "record">;
  workerId: string;
  /** Seals what the questions of a test leave for its next run. */
  testSealer: Sealer;
}

type Ended = Pick<ExecutionRecord, "status" | "output" | "error"> & Partial<ExecutionRecord>;
type Asked = TestResult["asked"];

const rejected = (code: string, message: string): Ended => ({
  status: "rejected",
  output: null,
  error: { code, message, stack: null },
});

function unbuilt(job: TestJob, built: BuiltFunction): Ended {
  const first = built.diagnostics.find((diagnostic) => diagnostic.severity === "error");
  const where = first ? `${job.function.slug}.ts:${first.line}:${first.column}: ` : "";
  return {
    status: "failed",
    output: null,
    error: {
      code: first?.code ?? "BUILD_FAILED",
      message: `${where}${first?.message ?? "It does not build."}`,
      stack: null,
    },
  };
}

/** Runs one draft once, records the execution with source `test`, and streams its logs as they are written. */
export async function runTest(
  job: TestJob,
  lease: JobLease,
  means: TestMeans,
  stepBack: AbortSignal,
): Promise<JobResult> {
  const startedAt = Date.now();
  const { signal } = lease;
  const answer = await means.builder.build([job.function], {
    signal,
    libraries: job.libraries,
    projectId: job.projectId,
    stepBack,
  });
  const { asked, ...ended } = await runDraft(job, lease, means, answer);
  const record: ExecutionRecord = means.masker.record({
    id: job.executionId,
    projectId: job.projectId,
    requestId: job.requestId,
    environment: job.environment,
    deploymentId: null,
    functionId: job.function.id,
    functionName: job.functionName,
    functionDigest: null,
    endpointId: null,
    bindingId: null,
    source: "test",
    tenantId: job.tenantId,
    caller: job.caller,
    startedAt: new Date(startedAt).toISOString(),
    ...nothingRan,
    gatewayMs: null,
    coldStart: true,
    input: job.input,
    workerId: means.workerId,
    ...ended,
  });
  means.reporter.record(record);
  const { status, output, error, logs, durationMs } = record;
  const result = { kind: "test", status, output, error, logs, durationMs, resolved: answer.resolved } as const;
  return asked === undefined ? result : { ...result, asked };
}

/** The draft in the form of a deployed Function. */
function served(
  { function: draft, functionName, timeoutMs, memoryMb }: TestJob,
  { derived }: BuiltFunction,
  bundle: BundleBytes,
  log: Log,
) {
  const inputSchema = draft.inputSchema ?? derived.inputSchema ?? { type: "object" };
  const outputSchema = draft.outputSchema ?? derived.outputSchema;
  const { id, slug, permissions } = draft;
  const { digest: bundleDigest } = bundle;
  const described = { id, slug, name: functionName, description: derived.description, permissions };
  const artifact = { ...described, bundleDigest, inputSchema, outputSchema, timeoutMs, memoryMb };
  return compileFunction(entryOf(artifact), async () => bundle, log);
}

async function runDraft(
  job: TestJob,
  lease: JobLease,
  means: TestMeans,
  answer: BuildAnswer,
): Promise<Ended & { asked?: Asked }> {
  const { functions, bundles } = answer;
  const built = functions[0];
  if (built === undefined) throw new Error(`The builder returned no result for ${job.function.id}.`);
  const bundle = built.bundleDigest === null ? undefined : bundles.get(built.bundleDigest);
  if (bundle === undefined) {
    const schema = job.function.inputSchema ?? built.derived.inputSchema;
    return { ...unbuilt(job, built), input: compileSensitive(schema)?.(job.input) ?? job.input };
  }
  const called = served(job, built, bundle, means.log);
  const hidden = { input: called.hideInput?.(job.input) ?? job.input, functionDigest: bundle.digest };
  if (called.broken !== null) return { ...failedEnd("FUNCTION_ERROR", called.broken), ...hidden };
  const { input, issues } = acceptInput(called, job.input);
  if (issues !== null) {
    return {
      ...rejected("INPUT_INVALID", issues.map(({ path, message }) => `${path} ${message}`).join("; ")),
      ...hidden,
    };
  }
  const asking = openTest(means.testSealer, job);
  if ("problem" in asking) return { ...rejected("VALIDATION_ERROR", asking.problem), ...hidden };
  const result = await means.invoke({
    executionId: job.executionId,
    requestId: job.requestId,
    source: "test",
    environment: job.environment,
    tenantId: job.tenantId,
    caller: job.caller,
    projectId: job.projectId,
    functionId: job.function.id,
    functionName: job.functionName,
    deploymentId: null,
    attempt: asking.round + 1,
    bundle: called.bundle,
    grant: job.grant,
    grantKey: createHash("sha256").update(JSON.stringify(job.grant)).digest("base64url"),
    timeoutMs: job.timeoutMs,
    memoryMb: job.memoryMb,
    inputJson: JSON.stringify(input),
    signal: lease.signal,
    onLog: (entry) => lease.entry(entry),
    ...mcpOfTest(job, built.derived.asks === true, asking),
  });
  const { end, recorded } = settleOutcome(called, result.outcome);
  return {
    ...recorded,
    ...hidden,
    ...questionsOf(means.testSealer, job, asking, end),
    output: called.hideOutput?.(recorded.output) ?? recorded.output,
    startedAt: new Date(result.startedAt - result.queueMs).toISOString(),
    ...measuredOf(result),
  };
}
