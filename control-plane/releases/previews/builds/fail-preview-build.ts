import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import { endJob, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { JobFailure } from "../../../ground/store/tables/jobs.ts";
import { endBuild, lockBuilding } from "../queries/previews.ts";

/** Ends a locked build job of a preview that produced no result. The preview keeps serving what it served. */
export async function failPreviewBuild(
  scope: InstallationScope,
  job: JobRow,
  failure: JobFailure & { step?: string },
): Promise<void> {
  const { code, message, step = "build" } = failure;
  await endJob(scope, job, { status: "failed", failure: { code, message } });
  const { id } = await lockBuilding(scope, job.previewId);
  // The codes that builds end with are those of the worker and of `reapJobs`.
  const error = { code: code as DiagnosticCode, step, message, file: null, line: null };
  await endBuild(scope, id, { status: "failed", error, outcome: null });
}
