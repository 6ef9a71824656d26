import type { Acceptance } from "@ferrule/contract/internal/deliveries.ts";
import type { RunCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import { Counter, Gauge, type Registry } from "prom-client";
import type { App } from "../../ground/app.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { answersFor } from "../../ground/store/answers-for.ts";
import type { DeliveryRow } from "../runs/queries/runs.ts";
import { deliveryStanding } from "./queries/standing.ts";

/** The outcome of an attempt; `lost`: its worker disappeared. */
type AttemptResult = RunCompletion["end"] | "lost";

export interface DeliveryMetrics {
  /** Call it when requests have been stored or refused. */
  received: (results: readonly Pick<Acceptance, "outcome">[]) => void;
  /** Call it when an attempt has ended, with the delivery's new state. */
  ended: (result: AttemptResult, status: DeliveryRow["status"]) => void;
  /** Call it when executions show that deliveries have succeeded. */
  succeeded: (count: number) => void;
  /** Call it when deliveries have died because no worker began them in time. */
  overdue: (count: number) => void;
}

const outcomes = ["accepted", "duplicate", "full", "gone"] as const satisfies Acceptance["outcome"][];
const results = ["succeeded", "failed", "refused", "postponed", "lost"] as const satisfies AttemptResult[];
/** Every replica may be scraped, but we ask the database at most this often. */
const standsForMs = 5_000;

function addGauges(registry: Registry, app: Pick<App, "store" | "clock" | "settings">): void {
  const standing = answersFor(standsForMs, async () =>
    deliveryStanding(app, (await keyRing(app.settings.encryptionKeys)).ids),
  );
  const states = new Gauge({
    name: "ferrule_deliveries",
    help: "Deliveries that wait, run or are dead; the same on every replica.",
    labelNames: ["status"],
    registers: [],
    async collect() {
      const counts = await standing();
      for (const status of ["waiting", "running", "dead"] as const)
        this.set({ status }, counts === null ? Number.NaN : counts[status]);
    },
  });
  const late = new Gauge({
    name: "ferrule_delivery_late_seconds",
    help: "For how long the most overdue delivery has waited for a worker; the same on every replica.",
    registers: [],
    async collect() {
      this.set((await standing())?.late ?? Number.NaN);
    },
  });
  const unopenable = new Gauge({
    name: "ferrule_deliveries_unopenable",
    help: "Deliveries that wait under an encryption key that this control plane does not have.",
    registers: [],
    async collect() {
      this.set((await standing())?.unopenable ?? Number.NaN);
    },
  });
  registry.registerMetric(unopenable);
  registry.registerMetric(states);
  registry.registerMetric(late);
}

/** The metrics of deliveries: how many came, how attempts ended, and how many wait. */
export function createDeliveryMetrics(
  registry: Registry,
  app: Pick<App, "store" | "clock" | "settings">,
): DeliveryMetrics {
  const registers = [registry];
  const received = new Counter({
    name: "ferrule_deliveries_received_total",
    help: "Requests to be run later: accepted, known already, or refused because the Project is full or gone.",
    labelNames: ["outcome"],
    registers,
  });
  const attempts = new Counter({
    name: "ferrule_delivery_attempts_total",
    help: "Attempts of deliveries by how they ended.",
    labelNames: ["result"],
    registers,
  });
  const died = new Counter({
    name: "ferrule_deliveries_died_total",
    help: "Deliveries that are not tried again.",
    registers,
  });
  // We count from 0, so that the first one shows as a rise.
  for (const outcome of outcomes) received.inc({ outcome }, 0);
  for (const result of results) attempts.inc({ result }, 0);
  addGauges(registry, app);
  return {
    received(given) {
      for (const { outcome } of given) received.inc({ outcome });
    },
    ended(result, status) {
      attempts.inc({ result });
      if (status === "failed") died.inc();
    },
    succeeded: (count) => attempts.inc({ result: "succeeded" }, count),
    overdue: (count) => died.inc(count),
  };
}
