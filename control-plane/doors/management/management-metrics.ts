import { Counter, Gauge, type Registry } from "prom-client";
import type { App } from "../../ground/app.ts";
import { answersFor } from "../../ground/store/answers-for.ts";
import { tools } from "./tools/tools.ts";
import { countWaiting } from "../../whole/confirmations/queries.ts";

/**
 * How a call of a tool ended: `done`; `asked`, because a person must confirm; `refused`, with an error that tells the
 * agent why; or `failed`, by a fault of ours.
 */
const callOutcomes = ["done", "asked", "refused", "failed"] as const;
type CallOutcome = (typeof callOutcomes)[number];

/** Counts a call of a tool of the management MCP server. */
export type CountCall = (tool: string, outcome: CallOutcome) => void;

/** Every replica may be scraped, but we ask the database at most this often. */
const standsForMs = 5_000;

/** The metrics of the management MCP server. */
export function createManagementMetrics(registry: Registry, app: Pick<App, "store">): CountCall {
  const calls = new Counter({
    name: "ferrule_agent_calls_total",
    help: "Calls of tools of the management MCP server, by tool and outcome.",
    labelNames: ["tool", "outcome"],
    registers: [registry],
  });
  // We count from 0, so that the first one shows as a rise.
  for (const { name: tool } of tools) for (const outcome of callOutcomes) calls.inc({ tool, outcome }, 0);
  const waiting = answersFor(standsForMs, () => app.store.inInstallation(countWaiting, { readOnly: true }));
  const gauge = new Gauge({
    name: "ferrule_confirmations_pending",
    help: "Changes that agents asked for and nobody has decided; the same on every replica.",
    registers: [],
    async collect() {
      this.set((await waiting()) ?? Number.NaN);
    },
  });
  registry.registerMetric(gauge);
  return (tool, outcome) => calls.inc({ tool, outcome });
}
