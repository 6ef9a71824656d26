import type { App } from "../../ground/app.ts";
import { claimCronRuns } from "../../serving/crons/runs/claim-cron-runs.ts";
import { completeCronRun } from "../../serving/crons/runs/complete-cron-run.ts";
import type { CronMetrics } from "../../serving/crons/runs/cron-metrics.ts";
import { cronRunLeases } from "../../serving/crons/queries/claims.ts";
import { hold } from "./hold.ts";
import type { InternalHandlers } from "./internal-handler.ts";

/** How workers claim the attempts of cron runs, renew them and report their outcome. */
export const serveCronRuns = (
  app: App,
  metrics: CronMetrics,
  { leaseMs, holdMs }: { leaseMs: number; holdMs: number },
): Pick<InternalHandlers, "claimCronRuns" | "renewCronRuns" | "completeCronRun"> => ({
  async claimCronRuns({ body, reply }) {
    const heldMs = body.max === 0 ? 0 : holdMs;
    const claimed = await hold(app, reply, { channel: "cron_runs", holdMs: heldMs }, () =>
      app.store.inInstallation((scope) => claimCronRuns(app, scope, { ...body, leaseMs })),
    );
    metrics.started(claimed?.fresh ?? []);
    return { attempts: claimed?.attempts ?? [], leaseMs };
  },

  renewCronRuns: ({ body }) =>
    app.store.inInstallation(async (scope) => ({ lost: await cronRunLeases.renew(scope, { ...body, leaseMs }) })),

  async completeCronRun({ params: { id }, body }) {
    const run = await app.store.inInstallation((scope) => completeCronRun(app, scope, id, body));
    if (run && run.status !== "queued") metrics.ended(run);
  },
});
