import { readProgress, removeJob } from "./queries/jobs.ts";
import { errors, PublicError, type ErrorCode } from "@ferrule/contract/errors.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { JobResult } from "@ferrule/contract/internal/jobs.ts";
import type { App } from "../app.ts";
import { cancelJob } from "./cancel-job.ts";
import { enqueueJob } from "./queries/enqueue-job.ts";
import type { JobFailure, JobPayloads } from "../store/tables/jobs.ts";

/** The most that a notification lost with its connection can cost. */
const pollMs = 2_000;

type Awaited = "validate" | "test" | "tests" | "declare" | "connection";

/** Thrown when somebody other than the waiting caller cancels the job. */
export class JobCancelled extends Error {
  override name = "JobCancelled";
}

interface Waiting {
  timeoutMs: number;
  signal: AbortSignal;
  /** Called for each log line as it arrives, in order. */
  onLog?: ((entry: LogEntry) => void) | undefined;
}

/**
 * Has a worker do a job and returns its result. Cancels the job when `signal` aborts or the time is over.
 * @throws PublicError TIMEOUT when the time is over or `signal` aborted; UNAVAILABLE when no worker took the job or
 * finished it; or the code of the worker's failure, if the catalogue has it.
 * @throws JobCancelled
 */
export async function runJob<K extends Awaited>(
  app: App,
  request: { projectId: string; kind: K; payload: JobPayloads[K] },
  options: Waiting,
): Promise<Extract<JobResult, { kind: K }>> {
  const { projectId } = request;
  const deadline = performance.now() + options.timeoutMs;
  const jobId = await app.store.inProject(projectId, (scope) =>
    enqueueJob(scope, { ...request, claimWithinMs: options.timeoutMs }),
  );
  let finished = false;
  try {
    const job = await followJob(app, { projectId, jobId, deadline }, options);
    finished = job.status === "succeeded" || job.status === "failed";
    if (job.status === "succeeded") return job.result as Extract<JobResult, { kind: K }>;
    if (job.status === "failed") throw asPublicError(job.failure);
    if (job.status === "queued" && !options.signal.aborted)
      throw new PublicError("UNAVAILABLE", "No worker was free to do this. Try again shortly.", {
        retryAfterSeconds: 2,
      });
    if (job.status === "cancelled" && !options.signal.aborted) throw new JobCancelled();
    throw new PublicError("TIMEOUT");
  } finally {
    await endWaiting(app, projectId, jobId, finished);
  }
}

type Followed = { status: string; result: JobResult | null; failure: JobFailure | null };

/** Passes on the job's log until the job ends, the time is over or the signal aborts; returns its state then. */
export async function followJob(
  app: App,
  { projectId, jobId, deadline }: { projectId: string; jobId: string; deadline: number },
  { signal, onLog }: Omit<Waiting, "timeoutMs">,
): Promise<Followed> {
  let seen = 0;
  for (;;) {
    const stopWaiting = new AbortController();
    const remainingMs = deadline - performance.now();
    // Subscribe before reading, so that no notification gets lost in between.
    const heard = app.notifications.wait("job_events", {
      timeoutMs: Math.max(0, Math.min(remainingMs, pollMs)),
      signal: AbortSignal.any([signal, stopWaiting.signal]),
      matches: (payload) => payload === jobId,
    });
    const after = onLog ? seen : null;
    const { job, events } = await app.store.inProject(projectId, (scope) => readProgress(scope, jobId, after));
    for (const event of events) {
      seen = event.sequence;
      onLog?.(event.entry);
    }
    const ended = !job || job.status === "succeeded" || job.status === "failed" || job.status === "cancelled";
    if (ended || signal.aborted || remainingMs <= 0) {
      stopWaiting.abort();
      return job ?? { status: "cancelled", result: null, failure: null };
    }
    await heard;
  }
}

/** The row contains somebody's source, input and output, so we remove it as soon as nobody needs it. */
async function endWaiting(app: App, projectId: string, jobId: string, finished: boolean): Promise<void> {
  await app.store
    .inProject(projectId, async (scope) => {
      if (finished) await removeJob(scope, jobId);
      else await cancelJob(scope, jobId);
    })
    .catch((error: unknown) => app.log.warn({ err: error, jobId }, "a job could not be put away; the reaper will"));
}

function asPublicError(failure: JobFailure | null): PublicError {
  if (failure && Object.hasOwn(errors, failure.code))
    return new PublicError(failure.code as ErrorCode, failure.message);
  return new PublicError("UNAVAILABLE", failure?.message);
}
