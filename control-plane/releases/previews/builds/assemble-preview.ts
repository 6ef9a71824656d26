import type { AnyScope } from "../../../ground/store/scope.ts";
import type { PreviewOutcome } from "../../../ground/store/tables/previews.ts";
import { declaredConnections } from "../../deployments/artifacts/declared-connections.ts";
import { declaredSecrets } from "../../deployments/artifacts/declared-secrets.ts";
import { assembleBuild } from "../../deployments/builds/assemble-build.ts";
import { digestOfParts } from "../../deployments/queries/artifact-parts.ts";
import { storeArtifact } from "../../deployments/queries/artifacts.ts";
import type { EndedBuild } from "../queries/previews.ts";

/** Stores the artifact of a build without errors. If nobody could call one of the bindings, the build has failed. */
export async function assemblePreview(
  scope: AnyScope,
  projectId: string,
  build: Parameters<typeof assembleBuild>[2],
  outcome: PreviewOutcome,
): Promise<EndedBuild> {
  const { head, errors, warnings } = await assembleBuild(scope, projectId, build);
  const told = { ...outcome, warnings: [...errors.slice(1).map(({ message }) => message), ...warnings] };
  if (errors[0] || head === null) return { status: "failed", error: errors[0]!, outcome: told };
  const digest = await digestOfParts(scope, head);
  await storeArtifact(scope, digest, head, {
    secretNames: declaredSecrets(build.snapshot),
    connectionNames: declaredConnections(build.snapshot),
  });
  return { status: "serving", digest, outcome: told };
}
