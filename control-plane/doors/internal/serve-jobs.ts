import { claimRequest, jobCompletion, jobProgress, type Job } from "@ferrule/contract/internal/jobs.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../../ground/app.ts";
import { claimMessage } from "../../releases/job-kinds/claim-message.ts";
import { completeJob } from "../../releases/job-kinds/complete-job.ts";
import { releaseJob } from "../../ground/jobs/release-job.ts";
import { reportProgress } from "../../releases/job-kinds/report-progress.ts";
import { sendHeld } from "./held-answer.ts";
import { hold } from "./hold.ts";
import { parse } from "./parse.ts";

const params = z.object({ id: z.string() });
/** A build's result holds the derived schemas of every Function; a test's, its output and log. */
const completionLimit = 64 * 1_048_576;

/** Until a worker reports again which Projects have had their share. */
const exceptedHoldMs = 500;

/** `/internal/jobs`: how workers claim builds, validations and tests, report on them and hand in the outcome. */
export function serveJobs(
  routes: FastifyInstance,
  app: App,
  { leaseMs, holdMs }: { leaseMs: number; holdMs: number },
): void {
  routes.post("/internal/jobs/claim", async (request, reply) => {
    const claim = parse(claimRequest, request.body, "body");
    const matches = (kind: string) => claim.kinds.some((wanted) => wanted === kind);
    const heldMs = claim.exceptProjects.length > 0 ? Math.min(holdMs, exceptedHoldMs) : holdMs;
    const job = await hold(app, reply, { channel: "jobs", holdMs: heldMs, matches }, async (signal) => {
      const job = await app.store.inInstallation((scope) => claimMessage(scope, { ...claim, leaseMs }));
      if (!job || !signal.aborted) return job;
      // Nobody is there to take it: release it at once, instead of when the lease expires.
      await app.store.inInstallation((scope) =>
        releaseJob(scope, job.id, { workerId: claim.workerId, attempt: job.attempt }),
      );
      return null;
    });
    return sendHeld(reply, { job } satisfies { job: Job | null });
  });

  routes.post("/internal/jobs/:id/progress", (request) => {
    const { id } = parse(params, request.params, "params");
    const report = parse(jobProgress, request.body, "body");
    return app.store.inInstallation((scope) => reportProgress(scope, id, report, leaseMs));
  });

  routes.post("/internal/jobs/:id/complete", { bodyLimit: completionLimit }, async (request, reply) => {
    const { id } = parse(params, request.params, "params");
    const completion = parse(jobCompletion, request.body, "body");
    await app.store.inInstallation((scope) => completeJob(scope, id, completion));
    return reply.code(204).send();
  });
}
