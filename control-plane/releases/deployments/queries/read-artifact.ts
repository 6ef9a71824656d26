import { artifactManifest, type ArtifactHead, type ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { readParts } from "./artifact-parts.ts";

/** An artifact in its stored form: its head names its parts. */
export interface StoredArtifact {
  digest: string;
  projectId: string;
  head: ArtifactHead;
}

/** @throws Error when a part is missing */
async function wholeManifest(scope: AnyScope, { digest, projectId, head }: StoredArtifact): Promise<ArtifactManifest> {
  const parts = await readParts(
    scope,
    projectId,
    [...head.endpoints, ...head.functions].map(([, part]) => part),
  );
  const list = (of: ArtifactHead["functions"]): unknown[] =>
    of.map(([id, part]) => {
      const text = parts.get(part);
      if (text === undefined) throw new Error(`Artifact ${digest} lacks the part of ${id}.`);
      return JSON.parse(text);
    });
  return artifactManifest.parse({ ...head, endpoints: list(head.endpoints), functions: list(head.functions) });
}

/** The active artifact of an environment in its stored form, or null. */
export async function findServed(
  { tx }: AnyScope,
  projectId: string,
  environment: Environment,
): Promise<{ deploymentId: string; artifact: StoredArtifact } | null> {
  const row = await tx
    .selectFrom("projectTargets")
    .innerJoin("artifacts", "artifacts.digest", "projectTargets.digest")
    .select(["projectTargets.deploymentId", "artifacts.digest", "artifacts.projectId", "artifacts.head"])
    .where("projectTargets.projectId", "=", projectId)
    .where("environment", "=", environment)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { deploymentId, ...artifact } = row;
  return { deploymentId, artifact };
}

/** The head of any Project's artifact. */
export async function findHead({ tx }: AnyScope, digest: string): Promise<ArtifactHead | undefined> {
  const row = await tx.selectFrom("artifacts").select("head").where("digest", "=", digest).executeTakeFirst();
  return row?.head;
}

/** An artifact of the Project in its stored form. An artifact stays as long as the Project. */
export const storedArtifact = ({ tx }: AnyScope, projectId: string, digest: string): Promise<StoredArtifact> =>
  tx
    .selectFrom("artifacts")
    .select(["digest", "projectId", "head"])
    .where("projectId", "=", projectId)
    .where("digest", "=", digest)
    .executeTakeFirstOrThrow();

/** The active artifact of an environment, or null. */
export async function readArtifact(
  scope: AnyScope,
  projectId: string,
  environment: Environment,
): Promise<{ deploymentId: string; digest: string; manifest: ArtifactManifest } | null> {
  const served = await findServed(scope, projectId, environment);
  if (!served) return null;
  const { deploymentId, artifact } = served;
  return { deploymentId, digest: artifact.digest, manifest: await wholeManifest(scope, artifact) };
}

/** An artifact of the Project. An artifact stays as long as the Project. */
export const readArtifactOf = async (scope: AnyScope, projectId: string, digest: string): Promise<ArtifactManifest> =>
  wholeManifest(scope, await storedArtifact(scope, projectId, digest));
