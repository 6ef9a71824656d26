import { Gauge, type Registry } from "prom-client";
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
    "slots" | "deployed" | "functionOfRun" | "record" | "serves" | "directory" | "tracing" | "runs" | "registry"
  >;
  invoke: CallContext["invoke"];
  ask: CallContext["ask"];
  masker: Masker;
  workerId: string;
  settings: Pick<WorkerSettings, "runConcurrency">;
  log: Log;
}

/** Shows how many attempts of each queue this worker has. */
function observe(registry: Registry, queues: Readonly<Record<string, Pick<FollowingRuns, "inHand">>>): void {
  new Gauge({
    name: "ferrule_worker_attempts",
    help: "Attempts of cron runs, deliveries and runs that this worker has in hand.",
    labelNames: ["queue"],
    registers: [registry],
    collect() {
      for (const [queue, { inHand }] of Object.entries(queues)) this.set({ queue }, inHand());
    },
  });
}

/** Runs the work that the control plane hands out: cron runs, deliveries and attempts of runs. */
export function startLeasedRuns({ serving, ...options }: LeasedRunsOptions): Pick<FollowingRuns, "close"> {
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
  observe(serving.registry, { "cron-runs": crons, deliveries, runs });
  return {
    async close(graceMs) {
      await Promise.all([crons.close(graceMs), deliveries.close(graceMs), runs.close(graceMs)]);
    },
  };
}
