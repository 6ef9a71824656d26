import type { JobRow } from "../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { JobFailure } from "../../ground/store/tables/jobs.ts";
import { failBuild } from "../deployments/builds/fail-build.ts";
import { failPreviewBuild } from "../previews/builds/fail-preview-build.ts";

/** Ends a locked build job that produced no result, with what it was to build: a deployment or a preview. */
export const failAnyBuild = (
  scope: InstallationScope,
  job: JobRow,
  failure: JobFailure & { step?: string },
): Promise<void> => (job.previewId === null ? failBuild : failPreviewBuild)(scope, job, failure);
