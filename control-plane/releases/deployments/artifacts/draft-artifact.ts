import { artifactEndpoint, type ArtifactFunction, type ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction, DerivedContract } from "@ferrule/contract/internal/jobs.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { assembleArtifact } from "./assemble-artifact.ts";
import { libraryClosure } from "./library-closure.ts";
import type { LibraryPin } from "../../../ground/store/tables/deployments.ts";
import type { NotDeployed, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";
import { type Likeness, likenesses, readDrafts } from "../queries/drafts.ts";

/** The artifact that the drafts would give, as far as we know it without a build. */
export interface DraftArtifact {
  manifest: ArtifactManifest;
  /** Ids of Functions shown with their served schemas, because the draft's own have not been derived. */
  unknown: Set<string>;
  libraries: LibraryPin[];
  notDeployed: NotDeployed[];
  /** The Functions of which we already know that their build fails. */
  failing: NotDeployed[];
}

/** The artifact that an environment serves now, for comparison with the drafts. */
export interface Served {
  deploymentId: string;
  manifest: ArtifactManifest;
  libraries: readonly LibraryPin[];
}

/** The contract that `derived` would have, and whether it is known. */
function contractOf(
  drafted: SnapshotFunction,
  derived: DerivedContract | null,
  served: ArtifactFunction | undefined,
  like: Likeness | undefined,
): { derived: DerivedContract; known: boolean } {
  if (derived) return { derived, known: true };
  const same = like?.sameSource === true;
  const known =
    (drafted.inputSchema !== null || (same && like.derivedInput)) &&
    (drafted.outputSchema !== null || (same && like.derivedOutput));
  const { inputSchema = null, outputSchema = null, description = "", completes, asks } = served ?? {};
  const found = { ...(completes && { completes }), ...(asks && { asks }) };
  return { derived: { inputSchema, outputSchema, description, ...found }, known };
}

/**
 * The artifact that a deployment of the drafts would make, compared with what is served. It uses the schemas that the
 * last build or validation derived from each draft. It builds nothing, so a bundle that would change has the digest
 * `draft`.
 */
export async function draftArtifact(scope: ProjectScope, served: Served | null): Promise<DraftArtifact> {
  const { snapshot, derived, problems, pins } = await readDrafts(scope);
  const held = served?.manifest.functions ?? [];
  const servedById = new Map(held.map((one) => [one.id, one]));
  const like = await likenesses(scope, served?.deploymentId);
  const content = (of: readonly LibraryPin[]) => new Map(of.map((pin) => [pin.importName, pin.content]));
  const [was, is] = [content(served?.libraries ?? []), content(pins)];
  const isUnchanged = ({ id, libraries = [] }: SnapshotFunction) =>
    like.get(id)?.sameSource === true &&
    [...libraryClosure(libraries, snapshot.libraries ?? [])].every((name) => was.get(name) === is.get(name));
  const unknown = new Set<string>();
  const built = snapshot.functions.map((drafted): BuiltFunction => {
    const { id } = drafted;
    const contract = contractOf(drafted, derived[id] ?? null, servedById.get(id), like.get(id));
    if (!contract.known) unknown.add(id);
    const bundleDigest = (isUnchanged(drafted) ? servedById.get(id)?.bundleDigest : undefined) ?? "draft";
    return { id, valid: true, diagnostics: [], derived: contract.derived, bundleDigest };
  });
  const failing = snapshot.functions.flatMap(({ id: functionId, slug }) =>
    problems[functionId] ? [{ functionId, slug, problems: problems[functionId] }] : [],
  );
  const assembled = assembleArtifact(scope.projectId, snapshot, built);
  // What is served was read the same way. Otherwise a member with its default would differ from one that is missing.
  const manifest = { ...assembled, endpoints: assembled.endpoints.map((one) => artifactEndpoint.parse(one)) };
  return { manifest, unknown, libraries: pins, notDeployed: snapshot.notDeployed ?? [], failing };
}

export interface Unchecked {
  functionId: string;
  slug: string;
}

/** The ids of Functions for which we know neither schemas nor problems; a validation would find them. */
export function uncheckedOf({ manifest, unknown, failing }: DraftArtifact): Unchecked[] {
  const refused = new Set(failing.map(({ functionId }) => functionId));
  return manifest.functions
    .filter(({ id }) => unknown.has(id) && !refused.has(id))
    .map(({ id, slug }) => ({ functionId: id, slug }))
    .toSorted((one, other) => (one.functionId < other.functionId ? -1 : 1));
}
