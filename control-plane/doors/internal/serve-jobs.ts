import type { App } from "../../ground/app.ts";
import { claimMessage } from "../../releases/job-kinds/claim-message.ts";
import { completeJob } from "../../releases/job-kinds/complete-job.ts";
import { releaseJob } from "../../ground/jobs/queries/jobs.ts";
import { reportProgress } from "../../releases/job-kinds/report-progress.ts";
import { hold } from "./hold.ts";
import type { InternalHandlers } from "./internal-handler.ts";

/** How long we leave out Projects that have had their share. Then the worker reports again. */
const exceptedHoldMs = 500;

/** How workers claim builds, validations and tests, report on them and hand in the outcome. */
export const serveJobs = (
  app: App,
  { leaseMs, holdMs }: { leaseMs: number; holdMs: number },
): Pick<InternalHandlers, "claimJob" | "reportJob" | "completeJob"> => ({
  async claimJob({ body: claim, reply }) {
    const matches = (kind: string) => claim.kinds.some((wanted) => wanted === kind);
    const heldMs = claim.exceptProjects.length > 0 ? Math.min(holdMs, exceptedHoldMs) : holdMs;
    const job = await hold(app, reply, { channel: "jobs", holdMs: heldMs, matches }, async (signal) => {
      const job = await app.store.inInstallation((scope) => claimMessage(scope, { ...claim, leaseMs }));
      if (!job || !signal.aborted) return job;
      // The worker has left, so release the job now and do not wait until the lease expires.
      await app.store.inInstallation((scope) =>
        releaseJob(scope, job.id, { workerId: claim.workerId, attempt: job.attempt }),
      );
      return null;
    });
    return { job };
  },

  reportJob: ({ params: { id }, body }) =>
    app.store.inInstallation((scope) => reportProgress(scope, id, body, leaseMs)),

  completeJob: ({ params: { id }, body }) => app.store.inInstallation((scope) => completeJob(app, scope, id, body)),
});
