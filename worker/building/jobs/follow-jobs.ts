import type { Job, JobResult } from "@ferrule/contract/internal/jobs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import { ControlPlaneAway } from "./control-plane-away.ts";
import { JobsAside } from "./jobs-aside.ts";
import { JobLease } from "./job-lease.ts";

export interface FollowJobsOptions {
  client: Pick<ControlPlaneClient, "claimJob" | "reportJob" | "completeJob">;
  workerId: string;
  kinds: Job["kind"][];
  /**
   * The fingerprint of this worker's builder. The control plane does not send Functions that the same builder has
   * already built.
   */
  builder?: string;
  /** How many jobs of these kinds run at once in this worker. */
  concurrency: number;
  run: (job: Job, lease: JobLease, stepBack: AbortSignal) => Promise<JobResult>;
  log: Log;
}

/**
 * Claims jobs and runs them, `concurrency` at a time, until disposed. A job that takes longer than a second steps aside
 * for other Projects: it continues at low priority, and the worker claims another Project's job. After disposal it
 * claims no job, and abandons running jobs: their leases expire, and another worker takes them. It also abandons a job
 * whose outcome it could not report, because the control plane was unreachable.
 */
export function followJobs(options: FollowJobsOptions): AsyncDisposable {
  const { client, workerId, kinds, builder, run, log } = options;
  const claim = { workerId, kinds, ...(builder === undefined ? {} : { builder }) };
  const stop = new AbortController();
  const aside = new JobsAside();

  const runOne = async (job: Job, stepBack: AbortSignal): Promise<void> => {
    await using lease = new JobLease(client, workerId, job);
    try {
      const result = await Promise.race([run(job, lease, stepBack), aborted(stop.signal)]);
      if (!lease.signal.aborted) await lease.complete(result, null);
    } catch (error) {
      if (stop.signal.aborted || lease.signal.aborted) return;
      if (error instanceof ControlPlaneAway) {
        log.warn({ err: error, jobId: job.id, kind: job.kind }, "a job is left to another attempt");
        return;
      }
      log.error({ err: error, jobId: job.id, kind: job.kind }, "a job failed");
      const failure = { code: "WORKER_FAILED", message: "The worker could not do the job; its log says why." };
      await lease.complete(null, failure).catch((cause: unknown) => {
        log.warn({ err: cause, jobId: job.id, kind: job.kind }, "a job is left to another attempt");
      });
    }
  };

  const runAside = async (job: Job): Promise<void> => {
    const stepBack = new AbortController();
    const ended = runOne(job, stepBack.signal).finally(() => aside.remove(job.id));
    await aside.outlasted(job, ended);
    stepBack.abort();
  };

  const loop = async (): Promise<void> => {
    let failures = 0;
    while (!stop.signal.aborted) {
      try {
        const { job } = await client.claimJob({
          body: { ...claim, ...(aside.projects.length > 0 ? { exceptProjects: aside.projects } : {}) },
          signal: stop.signal,
        });
        failures = 0;
        if (job !== null) await runAside(job);
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        if (failures === 1) log.warn({ err: error, kinds }, "jobs cannot be claimed");
        await pause(Math.min(100 * 2 ** failures, 3_000) * (0.5 + Math.random()), stop.signal);
      }
    }
  };

  const loops = Array.from({ length: options.concurrency }, loop);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort(new Error("The worker is stopping."));
      await Promise.all(loops);
      await aside.ended();
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
