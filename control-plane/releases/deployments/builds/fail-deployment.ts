import type { InstallationScope } from "../../../ground/store/scope.ts";
import { appendLog, updateDeployment } from "../queries/deployments.ts";
import type { DeploymentError } from "../../../ground/store/tables/deployments.ts";

/** Ends a deployment as `failed`; its target keeps serving the same artifact. */
export async function failDeployment(
  scope: InstallationScope,
  deployment: { id: string; projectId: string },
  error: DeploymentError,
): Promise<void> {
  await updateDeployment(scope, deployment.id, { status: "failed", error, finished: true });
  const at = error.file === null ? {} : { data: { code: error.code, file: error.file, line: error.line } };
  await appendLog(scope, deployment, [{ level: "error", message: error.message, ...at }]);
}
