import { effectiveGrant } from "@ferrule/contract/internal/effective-grant.ts";
import type { Caller, LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { TestJob } from "@ferrule/contract/internal/jobs.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { z } from "zod";
import type { testAnswer } from "@ferrule/contract/resources/function.ts";
import type { App } from "../../../ground/app.ts";
import type { Actor } from "../../../ground/handler/handler.ts";
import { usedLibraries } from "../../libraries/queries.ts";
import type { JobPayloads } from "../../../ground/store/tables/jobs.ts";
import { JobCancelled, runJob } from "../../../ground/jobs/run-job.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { configInSource } from "../config-in-source.ts";
import { buildFunctionOf, projectTyped } from "./build-function-of.ts";
import type { FunctionRow } from "../queries/functions.ts";

type Payload = JobPayloads["test"];

/** The time to wait for a slot and to build, in addition to the Function's own time. */
const besideMs = 60_000;

/** A run of a draft: the actor, the environment and the input. */
export interface DraftRun {
  actor: Actor;
  requestId: string;
  environment: Environment;
  tenantId: string;
  input: unknown;
  /** An unsaved text. */
  source?: string | undefined;
  /** The caller that the Function sees; the actor when unset. */
  caller?: Caller | undefined;
  /** Whoever runs it can answer its questions. */
  asking?: TestJob["asking"];
}

const callerOf = ({ userId, email }: Actor): Caller => ({ kind: "user", id: userId, name: email });

/** The order for a worker: the draft, with only the permissions that it declares and its endpoints' policies allow. */
export async function draftRun(
  app: Pick<App, "dependents">,
  scope: ProjectScope,
  row: FunctionRow,
  run: DraftRun,
): Promise<Payload> {
  const draft = run.source === undefined ? row : { ...row, ...configInSource(run.source) };
  const drafted = buildFunctionOf(draft, await projectTyped(scope), run.source);
  return {
    executionId: identifier("exe"),
    requestId: run.requestId,
    environment: run.environment,
    tenantId: run.tenantId,
    caller: run.caller ?? callerOf(run.actor),
    function: drafted,
    libraries: await usedLibraries(scope, drafted.libraries ?? []),
    functionName: draft.name,
    timeoutMs: draft.timeoutMs,
    memoryMb: draft.memoryMb,
    grant: effectiveGrant(draft.permissions, await app.dependents.grantsOfFunction(scope, row.id, run.environment)),
    input: run.input,
    ...(run.asking === undefined ? {} : { asking: run.asking }),
  };
}

/** Has a worker run it once, and returns the outcome. A run that somebody cancelled is an outcome too. */
export async function runDraft(
  app: App,
  projectId: string,
  payload: Payload,
  waiting: { signal: AbortSignal; onLog?: ((entry: LogEntry) => void) | undefined },
): Promise<z.infer<typeof testAnswer>> {
  const { executionId, requestId } = payload;
  const began = performance.now();
  try {
    const timeoutMs = payload.timeoutMs + besideMs;
    const result = await runJob(app, { projectId, kind: "test", payload }, { ...waiting, timeoutMs });
    const { status, output = null, error, logs, durationMs, asked } = result;
    const ended = { executionId, requestId, status, output, error, logs, durationMs };
    return asked === undefined ? ended : { ...ended, asked };
  } catch (error) {
    if (!(error instanceof JobCancelled)) throw error;
    const cancelled = { code: "FUNCTION_CANCELLED", message: "The call was cancelled.", stack: null };
    const durationMs = Math.round(performance.now() - began);
    return { executionId, requestId, status: "cancelled", output: null, error: cancelled, logs: [], durationMs };
  }
}
