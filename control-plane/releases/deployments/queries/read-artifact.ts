import {
  artifactHead,
  artifactManifest,
  type ArtifactHead,
  type ArtifactManifest,
} from "@ferrule/contract/internal/artifact.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { readParts } from "./artifact-parts.ts";

/** An artifact as it is stored: in parts, or whole if it is from before. */
export type StoredArtifact = { digest: string; projectId: string } & (
  | { head: ArtifactHead; manifest: null }
  | { head: null; manifest: string }
);

interface Row {
  digest: string;
  projectId: string;
  head: unknown;
  manifest: string | null;
}

function stored({ digest, projectId, head, manifest }: Row): StoredArtifact {
  // During an upgrade it is stored both ways.
  if (head === null && manifest !== null) return { digest, projectId, head: null, manifest };
  return { digest, projectId, head: artifactHead.parse(head), manifest: null };
}

/** The manifest's text, put together from the parts. @throws Error when one is missing */
export async function wholeText(scope: AnyScope, artifact: StoredArtifact): Promise<string> {
  const { projectId, head, manifest } = artifact;
  if (head === null) return manifest;
  const held = [...head.endpoints, ...head.functions].map(([, digest]) => digest);
  const parts = await readParts(scope, projectId, held);
  const list = (of: ArtifactHead["functions"]) => {
    const texts = of.map(([id, digest]) => {
      const text = parts.get(digest);
      if (text === undefined) throw new Error(`Artifact ${artifact.digest} lacks the part of ${id}.`);
      return text;
    });
    return `[${texts.join(",")}]`;
  };
  const { endpoints, functions, ...rest } = head;
  return `${JSON.stringify(rest).slice(0, -1)},"endpoints":${list(endpoints)},"functions":${list(functions)}}`;
}

const wholeManifest = async (scope: AnyScope, artifact: StoredArtifact): Promise<ArtifactManifest> =>
  artifactManifest.parse(JSON.parse(await wholeText(scope, artifact)));

/** What an environment of a Project serves as it is stored, or null. */
export async function findServed(
  { tx }: AnyScope,
  projectId: string,
  environment: Environment,
): Promise<{ deploymentId: string; artifact: StoredArtifact } | null> {
  const row = await tx
    .selectFrom("projectTargets")
    .innerJoin("artifacts", "artifacts.digest", "projectTargets.digest")
    .select(["projectTargets.deploymentId", "artifacts.digest", "artifacts.projectId"])
    .select(["artifacts.head", "artifacts.manifest"])
    .where("projectTargets.projectId", "=", projectId)
    .where("environment", "=", environment)
    .executeTakeFirst();
  return row ? { deploymentId: row.deploymentId, artifact: stored(row) } : null;
}

/** Any Project's artifact as it is stored. */
export async function findArtifact({ tx }: AnyScope, digest: string): Promise<StoredArtifact | undefined> {
  const row = await tx
    .selectFrom("artifacts")
    .select(["digest", "projectId", "head", "manifest"])
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row && stored(row);
}

/** An artifact of the Project as it is stored; it is kept as long as the Project. */
export async function storedArtifact(scope: AnyScope, projectId: string, digest: string): Promise<StoredArtifact> {
  const row = await scope.tx
    .selectFrom("artifacts")
    .select(["digest", "projectId", "head", "manifest"])
    .where("projectId", "=", projectId)
    .where("digest", "=", digest)
    .executeTakeFirstOrThrow();
  return stored(row);
}

/** What an environment of a Project serves, or null. */
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

/** An artifact of the Project; it is kept as long as the Project. */
export const readArtifactOf = async (scope: AnyScope, projectId: string, digest: string): Promise<ArtifactManifest> =>
  wholeManifest(scope, await storedArtifact(scope, projectId, digest));
