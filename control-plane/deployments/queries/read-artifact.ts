import { artifactManifest, type ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { AnyScope } from "../../store/scope.ts";

const parse = (text: string): ArtifactManifest => artifactManifest.parse(JSON.parse(text));

/** What an environment of a Project serves, or null. */
export async function readArtifact(
  scope: AnyScope,
  projectId: string,
  environment: Environment,
): Promise<{ deploymentId: string; digest: string; manifest: ArtifactManifest } | null> {
  const row = await scope.tx
    .selectFrom("projectTargets")
    .innerJoin("artifacts", "artifacts.digest", "projectTargets.digest")
    .select(["projectTargets.deploymentId", "artifacts.digest", "artifacts.manifest"])
    .where("projectTargets.projectId", "=", projectId)
    .where("environment", "=", environment)
    .executeTakeFirst();
  return row ? { ...row, manifest: parse(row.manifest) } : null;
}

/** An artifact of the Project; it is kept as long as the Project. */
export async function readArtifactOf(scope: AnyScope, projectId: string, digest: string): Promise<ArtifactManifest> {
  const { manifest } = await scope.tx
    .selectFrom("artifacts")
    .select("manifest")
    .where("projectId", "=", projectId)
    .where("digest", "=", digest)
    .executeTakeFirstOrThrow();
  return parse(manifest);
}
