import type { ArtifactFunction, ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction, DerivedContract } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { ProjectScope } from "../store/scope.ts";
import { assembleArtifact } from "./assemble-artifact.ts";
import type { LibraryPin } from "../store/tables/deployments.ts";
import type { NotDeployed, SnapshotFunction } from "../store/tables/snapshot.ts";
import { type Likeness, likenesses, readDrafts } from "./queries/drafts.ts";

/** What the drafts would build to, as far as it is known without building them. */
export interface DraftArtifact {
  manifest: ArtifactManifest;
  /** Ids of Functions whose schemas are those that are served, because nothing has derived the draft's own. */
  unknown: Set<string>;
  libraries: LibraryPin[];
  notDeployed: NotDeployed[];
  /** What is known to be wrong with what would be built. */
  failing: NotDeployed[];
}

/** What is served beside the drafts. */
export interface Served {
  deploymentId: string;
  manifest: ArtifactManifest;
  libraries: readonly LibraryPin[];
}

/** What `derived` would hold, and whether that is known. */
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
  const { inputSchema = null, outputSchema = null, description = "" } = served ?? {};
  return { derived: { inputSchema, outputSchema, description }, known };
}

const importNameOf = (library: BuildLibrary) => (library.kind === "source" ? `lib/${library.name}` : library.package);

/** The import names of all Libraries that these lead to. */
function closure(names: readonly string[], libraries: readonly BuildLibrary[]): Set<string> {
  const byName = new Map(libraries.map((library) => [importNameOf(library), library]));
  const reached = new Set(names);
  for (const name of reached) {
    const library = byName.get(name);
    if (library?.kind === "source") for (const imported of library.imports) reached.add(imported);
  }
  return reached;
}

/**
 * The artifact that a deployment of the drafts would make beside what is served: with what the last build or validation
 * of each draft derived. Nothing is built, so a bundle that would be another one has the digest `draft`.
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
    [...closure(libraries, snapshot.libraries ?? [])].every((name) => was.get(name) === is.get(name));
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
  const manifest = assembleArtifact(scope.projectId, snapshot, built);
  return { manifest, unknown, libraries: pins, notDeployed: snapshot.notDeployed ?? [], failing };
}

export interface Unchecked {
  functionId: string;
  slug: string;
}

/** The Functions of which neither schemas nor problems are known, by id: a validation of each would tell. */
export function uncheckedOf({ manifest, unknown, failing }: DraftArtifact): Unchecked[] {
  const refused = new Set(failing.map(({ functionId }) => functionId));
  return manifest.functions
    .filter(({ id }) => unknown.has(id) && !refused.has(id))
    .map(({ id, slug }) => ({ functionId: id, slug }))
    .toSorted((one, other) => (one.functionId < other.functionId ? -1 : 1));
}
