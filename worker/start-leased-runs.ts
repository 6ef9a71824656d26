import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneClient } from "./ground/control-plane-client/control-plane-client.ts";
import type { CallContext } from "./calls/admission/function-call.ts";
import { runAttempt as runCronAttempt } from "./building/cron-runs/run-attempt.ts";
import { runAttempt } from "./building/runs/run-attempt.ts";
import type { Masker } from "./ground/masking/masker.ts";
import { runDelivery } from "./doors/http-api/run-delivery.ts";
import type { WorkerSettings } from "./ground/settings.ts";
import type { Serving } from "./start-serving.ts";
import { followLeasedRuns, type FollowingRuns } from "./building/leased-runs/follow-leased-runs.ts";

interface LeasedRunsOptions {
  client: ControlPlaneClient;
  serving: Pick<
    Serving,
    "slots" | "deployed" | "functionOfRun" | "record" | "serves" | "directory" | "tracing" | "runs"
  >;
  invoke: CallContext["invoke"];
  ask: CallContext["ask"];
  masker: Masker;
  workerId: string;
  settings: Pick<WorkerSettings, "runConcurrency">;
  log: Log;
}

/** Runs the work that the control plane hands out: cron runs, deliveries and attempts of runs. */
export function startLeasedRuns({ serving, ...options }: LeasedRunsOptions): FollowingRuns {
  const { client, invoke, ask, masker, workerId, log, settings } = options;
  const { slots, deployed, functionOfRun, record, serves: ready, directory, tracing, runs: doors } = serving;
  const shared = { workerId, concurrency: slots.mostInBackground, ready, log };
  const context: CallContext = { slots, invoke, ask, reporter: { record }, log, workerId, tracing };
  const means = { slots, deployed, record, invoke, masker, log, workerId, tracing, runs: doors };
  const crons = followLeasedRuns({
    ...shared,
    queue: {
      name: "cron-runs",
      claim: client.claimCronRuns,
      renew: client.renewCronRuns,
      complete: client.completeCronRun,
    },
    run: (attempt, signal) => runCronAttempt(attempt, means, signal),
  });
  const runs = followLeasedRuns({
    ...shared,
    concurrency: Math.min(settings.runConcurrency ?? slots.mostInBackground, slots.mostInBackground),
    queue: { name: "runs", claim: client.claimRuns, renew: client.renewRuns, complete: client.completeRun },
    run: (attempt, signal) => runAttempt(attempt, { ...means, findFunction: functionOfRun }, signal),
  });
  const deliveries = followLeasedRuns({
    ...shared,
    queue: {
      name: "deliveries",
      claim: client.claimDeliveries,
      renew: client.renewDeliveries,
      complete: client.completeDelivery,
    },
    run: (attempt, signal) => runDelivery(attempt, { context, directory, masker, runs: doors }, signal),
  });
  return {
    async close(graceMs) {
      await Promise.all([crons.close(graceMs), deliveries.close(graceMs), runs.close(graceMs)]);
    },
  };
}
