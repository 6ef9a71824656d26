import type { Job } from "@ferrule/contract/internal/jobs.ts";
import { beginBuild } from "../deployments/builds/begin-build.ts";
import { beginPreviewBuild } from "../previews/builds/begin-preview-build.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { claimJob } from "../../ground/jobs/queries/claim-job.ts";
import type { JobKind } from "../../ground/store/tables/jobs.ts";

/** Claims the next job for a worker and returns its message. A claimed build's deployment becomes `building`. */
export async function claimMessage(
  scope: InstallationScope,
  claim: {
    workerId: string;
    kinds: readonly JobKind[];
    leaseMs: number;
    exceptProjects?: readonly string[];
    builder?: string | undefined;
  },
): Promise<Job | null> {
  const job = await claimJob(scope, claim);
  if (!job) return null;
  const head = { id: job.id, projectId: job.projectId, attempt: job.attempt, leaseMs: claim.leaseMs };
  if (job.kind !== "build") return { ...head, kind: job.kind, ...job.payload } as Job;
  if (job.previewId !== null)
    return { ...head, kind: "build", ...(await beginPreviewBuild(scope, job, claim.builder)) };
  const begun = await beginBuild(scope, job, claim.builder);
  return { ...head, kind: "build", deploymentId: job.deploymentId ?? "", ...begun };
}
