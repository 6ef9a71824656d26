import type { RunCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { StartedRun } from "@ferrule/contract/internal/runs.ts";
import type { StartedRunStatus } from "@ferrule/contract/states.ts";
import { Counter, Gauge, type Registry } from "prom-client";
import type { App } from "../../ground/app.ts";
import { answersFor } from "../../ground/store/answers-for.ts";
import { runStanding } from "./queries/standing.ts";

/** The outcome of an attempt; `lost`: its worker disappeared. */
type AttemptResult = RunCompletion["end"] | "lost";

export interface RunMetrics {
  /** Call it when runs have been started or refused. */
  started: (results: readonly Pick<StartedRun, "outcome">[]) => void;
  /** Call it when an attempt has ended, or a run without one (null), with the run's new state. */
  ended: (result: AttemptResult | null, status: StartedRunStatus) => void;
}

const outcomes = ["started", "existing", "full", "limited", "gone"] as const satisfies StartedRun["outcome"][];
const results = [
  "succeeded",
  "failed",
  "cancelled",
  "suspended",
  "postponed",
  "lost",
] as const satisfies AttemptResult[];
const ends = ["succeeded", "failed", "cancelled", "expired"] as const satisfies StartedRunStatus[];
/** Every replica may be scraped, but we ask the database at most this often. */
const standsForMs = 5_000;

function addGauges(registry: Registry, app: Pick<App, "store" | "clock">): void {
  const standing = answersFor(standsForMs, () => runStanding(app));
  const states = new Gauge({
    name: "ferrule_runs",
    help: "Runs that are ready, blocked, waiting or running; the same on every replica.",
    labelNames: ["status"],
    registers: [],
    async collect() {
      const counts = await standing();
      for (const status of ["ready", "blocked", "waiting", "running"] as const)
        this.set({ status }, counts === null ? Number.NaN : counts[status]);
    },
  });
  const late = new Gauge({
    name: "ferrule_run_late_seconds",
    help: "For how long the run that is most overdue has waited for a worker; the same on every replica.",
    registers: [],
    async collect() {
      this.set((await standing())?.late ?? Number.NaN);
    },
  });
  const approvals = new Gauge({
    name: "ferrule_approvals_pending",
    help: "Approvals that nobody has decided; the same on every replica.",
    registers: [],
    async collect() {
      this.set((await standing())?.approvals ?? Number.NaN);
    },
  });
  registry.registerMetric(states);
  registry.registerMetric(approvals);
  registry.registerMetric(late);
}

/** The metrics of runs: how many started, how attempts and runs ended, and how many there are. */
export function createRunMetrics(registry: Registry, app: Pick<App, "store" | "clock">): RunMetrics {
  const registers = [registry];
  const started = new Counter({
    name: "ferrule_runs_started_total",
    help: "Runs that were started, known already by their key, or refused.",
    labelNames: ["outcome"],
    registers,
  });
  const attempts = new Counter({
    name: "ferrule_run_attempts_total",
    help: "Attempts of runs by how they ended.",
    labelNames: ["result"],
    registers,
  });
  const ended = new Counter({
    name: "ferrule_runs_ended_total",
    help: "Runs by how they ended, except those that somebody cancelled while they did not run.",
    labelNames: ["status"],
    registers,
  });
  // We count from 0, so that the first one shows as a rise.
  for (const outcome of outcomes) started.inc({ outcome }, 0);
  for (const result of results) attempts.inc({ result }, 0);
  for (const status of ends) ended.inc({ status }, 0);
  addGauges(registry, app);
  return {
    started(given) {
      for (const { outcome } of given) started.inc({ outcome });
    },
    ended(result, status) {
      if (result !== null) attempts.inc({ result });
      if ((ends as readonly string[]).includes(status)) ended.inc({ status });
    },
  };
}
