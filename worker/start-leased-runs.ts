import { Gauge, type Registry } from "prom-client";
import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneClient } from "./ground/control-plane-client/control-plane-client.ts";
import type { CallContext } from "./calls/admission/function-call.ts";
import { invokeUnder } from "./building/runs/held-lease.ts";
import { runAttempt } from "./building/runs/run-attempt.ts";
import type { Masker } from "./ground/masking/masker.ts";
import { runDelivery } from "./doors/http-api/run-delivery.ts";
import type { WorkerSettings } from "./ground/settings.ts";
import type { Serving } from "./start-serving.ts";
import { followLeasedRuns, type FollowingRuns } from "./building/leased-runs/follow-leased-runs.ts";
import { kindNames } from "./building/leased-runs/places.ts";

interface LeasedRunsOptions {
  client: ControlPlaneClient;
  serving: Pick<
    Serving,
    "slots" | "functionOfRun" | "record" | "serves" | "directory" | "tracing" | "runs" | "registry"
  >;
  invoke: CallContext["invoke"];
  ask: CallContext["ask"];
  masker: Masker;
  workerId: string;
  settings: Pick<WorkerSettings, "runConcurrency">;
  log: Log;
}

/** Shows how many attempts of each kind this worker has. */
const observe = (registry: Registry, { inHand }: Pick<FollowingRuns, "inHand">): Gauge =>
  new Gauge({
    name: "ferrule_worker_attempts",
    help: "Attempts of cron runs, deliveries and runs that this worker has in hand.",
    labelNames: ["queue"],
    registers: [registry],
    collect() {
      for (const queue of kindNames) this.set({ queue }, inHand(queue));
    },
  });

/** Runs the work that the control plane hands out: attempts of runs, cron runs and deliveries. */
export function startLeasedRuns({ serving, ...options }: LeasedRunsOptions): Pick<FollowingRuns, "close"> {
  const { client, invoke, ask, masker, workerId, log, settings } = options;
  const { slots, functionOfRun: findFunction, record, serves: ready, directory, tracing, runs, registry } = serving;
  const context: CallContext = { slots, invoke, ask, reporter: { record }, log, workerId, tracing };
  const ofDelivery = { directory, masker, runs };
  const ofFunction = { slots, findFunction, record, masker, log, workerId, tracing, runs };
  const following = followLeasedRuns({
    client,
    workerId,
    concurrency: Math.min(settings.runConcurrency ?? slots.mostInBackground, slots.mostInBackground),
    ready,
    log,
    run(attempt, signal, lease) {
      const leased = invokeUnder(invoke, lease);
      return attempt.mode === "delivery"
        ? runDelivery(attempt, { ...ofDelivery, context: { ...context, invoke: leased } }, signal)
        : runAttempt(attempt, { ...ofFunction, invoke: leased }, signal);
    },
  });
  observe(registry, following);
  return following;
}
