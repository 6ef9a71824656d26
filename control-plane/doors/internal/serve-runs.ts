import type { App } from "../../ground/app.ts";
import { claimRuns } from "../../serving/attempts/claim-runs.ts";
import { completeRun } from "../../serving/attempts/complete-run.ts";
import { countEnd, type LeasedMetrics } from "../../serving/attempts/leased-metrics.ts";
import { runLeases } from "../../serving/runs/queries/leases.ts";
import { answerRun } from "../../serving/runs/answers/answer-run.ts";
import { cancelRunOf, listRunsOf, readRunOf } from "../../serving/runs/read-run.ts";
import { startRuns } from "../../serving/runs/start-runs.ts";
import { hold } from "./hold.ts";
import type { InternalHandlers } from "./internal-handler.ts";

type Served =
  | "startRuns"
  | "claimRuns"
  | "renewRuns"
  | "completeRun"
  | "readRun"
  | "listRunsOfCaller"
  | "answerRun"
  | "cancelRunOfCaller";

/** How workers start runs, claim the attempts of runs of all modes, report their outcome, and ask for a caller. */
export const serveRuns = (
  app: App,
  metrics: LeasedMetrics,
  { leaseMs, holdMs }: { leaseMs: number; holdMs: number },
): Pick<InternalHandlers, Served> => ({
  async startRuns({ body: { projectId, runs } }) {
    const results = await startRuns(app, projectId, runs);
    metrics.runs.started(results);
    return { results };
  },

  async claimRuns({ body, reply }) {
    const heldMs = body.max === 0 ? 0 : holdMs;
    const claimed = await hold(app, reply, { channel: "runs", holdMs: heldMs }, () =>
      claimRuns(app, { ...body, leaseMs }),
    );
    metrics.crons.started(claimed?.crons ?? []);
    return { attempts: claimed?.attempts ?? [], leaseMs };
  },

  renewRuns: ({ body }) =>
    app.store.inInstallation(async (scope) => ({ lost: await runLeases.renew(scope, { ...body, leaseMs }) }), {
      onePlan: true,
    }),

  async completeRun({ params: { id }, body }) {
    const ended = await completeRun(app, id, body);
    if (ended !== null) countEnd(metrics, body.end, ended);
  },

  async readRun({ params: { id }, body: { waitMs, asTask, ...asker }, reply }) {
    const read = () =>
      app.store.inProject(asker.projectId, (scope) => readRunOf(app, scope, id, asker, asTask), { readOnly: true });
    const first = await read();
    if (waitMs === 0 || first.finishedAt !== null) return first;
    const matches = (payload: string) => payload === id || payload === "";
    const ended = await hold(
      app,
      reply,
      { channel: "run_ends", holdMs: Math.min(waitMs, holdMs), matches },
      async () => {
        const now = await read();
        return now.finishedAt === null ? null : now;
      },
    );
    return ended ?? read();
  },

  listRunsOfCaller: ({ body }) =>
    app.store.inProject(body.projectId, (scope) => listRunsOf(app, scope, body), { readOnly: true }),

  answerRun: ({ params: { id }, body }) =>
    app.store.inProject(body.projectId, async (scope) => ({ taken: await answerRun(app, scope, id, body) })),

  cancelRunOfCaller: ({ params: { id }, body }) =>
    app.store.inProject(body.projectId, (scope) => cancelRunOf(app, scope, id, body)),
});
