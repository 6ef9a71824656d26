import { Counter, Gauge, type Registry } from "prom-client";
import type { App } from "../../ground/app.ts";
import { readChain, readSealed } from "../../ground/audit/queries.ts";
import { nextBatches } from "../executions/queries/exported.ts";
import { answersFor } from "../../ground/store/answers-for.ts";
import { readClock } from "../../ground/store/clock.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ExportRow } from "../../ground/store/tables/exports.ts";
import { positionsOfAll } from "./plan-batch.ts";
import { readExport } from "./queries.ts";

interface Standing {
  auditEvents: number;
  executions: number;
  failures: number;
  lateSeconds: number;
}

/** Every replica may be scraped, but we ask the database at most this often. */
const standsForMs = 5_000;

/** The time, in milliseconds, at which the oldest record was recorded that the receiver lacks; null when it has all. */
async function waitingSince(
  scope: InstallationScope,
  { auditEvents, executions, auditSequence }: ExportRow,
): Promise<number | null> {
  const since: Date[] = [];
  if (auditEvents) {
    const { head } = await readChain(scope);
    const [oldest] = await readSealed(scope, auditSequence, head.sequence, 1);
    if (oldest !== undefined) since.push(oldest.at);
  }
  if (executions) {
    const [oldest] = await nextBatches(scope, await positionsOfAll(scope), 1);
    if (oldest !== undefined) since.push(oldest.recordedAt);
  }
  return since.length === 0 ? null : Math.min(...since.map((at) => at.getTime()));
}

const standingOf = ({ store, clock }: Pick<App, "store" | "clock">): Promise<Standing> =>
  store.inInstallation(
    async (scope) => {
      const row = await readExport(scope);
      const sent = { auditEvents: row.sentAuditEvents, executions: row.sentExecutions };
      if (row.url === null || row.paused) return { ...sent, failures: 0, lateSeconds: 0 };
      const now = (await readClock(scope, clock)).getTime();
      const since = await waitingSince(scope, row);
      return { ...sent, failures: row.failures, lateSeconds: Math.max(0, now - (since ?? now)) / 1_000 };
    },
    { readOnly: true },
  );

/** The metrics of the export: how much its receiver has taken, and how far it is behind. */
export function addExportMetrics(registry: Registry, app: Pick<App, "store" | "clock">): void {
  const standing = answersFor(standsForMs, () => standingOf(app));
  const gauge = (name: string, help: string, key: keyof Standing) =>
    registry.registerMetric(
      new Gauge({
        name,
        help: `${help}; the same on every replica.`,
        registers: [],
        async collect() {
          this.set((await standing())?.[key] ?? Number.NaN);
        },
      }),
    );
  gauge("ferrule_export_failures", "Attempts to send the next batch that have failed in a row", "failures");
  gauge("ferrule_export_late_seconds", "For how long the oldest record has waited for the receiver", "lateSeconds");
  const sent = new Counter({
    name: "ferrule_export_sent_total",
    help: "Records that the receiver of the export has taken; the same on every replica.",
    labelNames: ["type"],
    registers: [],
    async collect() {
      const now = await standing();
      if (now === null) return;
      this.reset();
      this.inc({ type: "audit-event" }, now.auditEvents);
      this.inc({ type: "execution" }, now.executions);
    },
  });
  registry.registerMetric(sent);
}
