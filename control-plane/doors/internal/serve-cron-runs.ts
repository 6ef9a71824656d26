import { cronCompletion } from "@ferrule/contract/internal/cron-runs.ts";
import { leaseClaim, leaseRenewal } from "@ferrule/contract/internal/leased-runs.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../../ground/app.ts";
import { claimCronRuns } from "../../serving/crons/runs/claim-cron-runs.ts";
import { completeCronRun } from "../../serving/crons/runs/complete-cron-run.ts";
import type { CronMetrics } from "../../serving/crons/runs/cron-metrics.ts";
import { cronRunLeases } from "../../serving/crons/queries/claims.ts";
import { sendHeld } from "./held-answer.ts";
import { hold } from "./hold.ts";
import { parse } from "./parse.ts";

const params = z.object({ id: z.string() });

/** `/internal/cron-runs`: how workers claim the attempts of cron runs, renew them and report their outcome. */
export function serveCronRuns(
  routes: FastifyInstance,
  app: App,
  { leaseMs, holdMs, metrics }: { leaseMs: number; holdMs: number; metrics: CronMetrics },
): void {
  routes.post("/internal/cron-runs/claim", async (request, reply) => {
    const claim = { ...parse(leaseClaim, request.body, "body"), leaseMs };
    const heldMs = claim.max === 0 ? 0 : holdMs;
    const claimed = await hold(app, reply, { channel: "cron_runs", holdMs: heldMs }, () =>
      app.store.inInstallation((scope) => claimCronRuns(app, scope, claim)),
    );
    metrics.started(claimed?.fresh ?? []);
    return sendHeld(reply, { attempts: claimed?.attempts ?? [], leaseMs });
  });

  routes.post("/internal/cron-runs/renew", (request): Promise<{ lost: string[] }> => {
    const renewal = parse(leaseRenewal, request.body, "body");
    return app.store.inInstallation(async (scope) => ({
      lost: await cronRunLeases.renew(scope, { ...renewal, leaseMs }),
    }));
  });

  routes.post("/internal/cron-runs/:id/complete", async (request, reply) => {
    const { id } = parse(params, request.params, "params");
    const completion = parse(cronCompletion, request.body, "body");
    const run = await app.store.inInstallation((scope) => completeCronRun(app, scope, id, completion));
    if (run && run.status !== "queued") metrics.ended(run);
    return reply.code(204).send();
  });
}
