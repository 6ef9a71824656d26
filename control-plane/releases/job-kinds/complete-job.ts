import type { jobCompletion } from "@ferrule/contract/internal/jobs.ts";
import type { z } from "zod";
import type { App } from "../../ground/app.ts";
import { completeBuild } from "../deployments/builds/complete-build.ts";
import { failAnyBuild } from "./fail-any-build.ts";
import { completePreviewBuild } from "../previews/builds/complete-preview-build.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { storeResolved } from "../../authoring/libraries/queries.ts";
import { leaseLost, requireHeld } from "../../ground/leases/require-held.ts";
import { endJob, lockJob } from "../../ground/jobs/queries/jobs.ts";

const refuse = (message: string) => validationError([{ path: "body.result", message }]);

/**
 * Accepts the outcome of a job: a result or a failure. If the same worker repeats it, nothing changes.
 * @throws PublicError INVALID_STATE when the lease is lost or the job was cancelled; VALIDATION_ERROR when the result
 * does not belong to this job.
 */
export async function completeJob(
  app: Pick<App, "dependents">,
  scope: InstallationScope,
  jobId: string,
  completion: z.infer<typeof jobCompletion>,
): Promise<void> {
  const { result, failure } = completion;
  const job = await lockJob(scope, jobId);
  requireHeld(job, completion);
  if (job.status === "succeeded" || job.status === "failed") return;
  if (job.status !== "running") throw leaseLost();
  if ((result === null) === (failure === null)) throw refuse("must be given, or failure, and not both");
  if (failure) {
    if (job.kind === "build") await failAnyBuild(scope, job, failure);
    else await endJob(scope, job, { status: "failed", failure });
    return;
  }
  if (result?.kind !== job.kind) throw refuse(`must be of kind ${job.kind}`);
  const differing = await storeResolved(scope, job.projectId, "resolved" in result ? (result.resolved ?? []) : []);
  if (result.kind === "build") {
    if (job.previewId === null) await completeBuild(app, scope, job, result.functions, differing);
    else await completePreviewBuild(scope, job, result.functions, differing);
  } else await endJob(scope, job, { status: "succeeded", result });
}
