import type { ArtifactFunction, ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction, DerivedContract } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../store/scope.ts";
import { assembleArtifact } from "./assemble-artifact.ts";
import { frozenDrafts } from "./freeze-drafts.ts";
import { pinsOfSnapshot, type LibraryPin } from "./library-pins.ts";
import type { NotDeployed, Snapshot, SnapshotFunction } from "./snapshot.ts";

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

/** How a draft stands to the saved revision that is served. */
interface Likeness {
  functionId: string;
  sameSource: boolean;
  /** Its schemas were derived from the source. */
  derivedInput: boolean;
  derivedOutput: boolean;
}

/** Compared where they lie: two sources may be a mebibyte. */
async function likenesses(
  { tx, projectId }: ProjectScope,
  deploymentId: string | undefined,
): Promise<Map<string, Likeness>> {
  if (deploymentId === undefined) return new Map();
  const { rows } = await sql<Likeness>`
    select f.id as function_id, f.source = r.source as same_source,
      r.input_schema is null as derived_input, r.output_schema is null as derived_output
    from deployment_functions served
    join functions f on f.project_id = ${projectId} and f.id = served.function_id
    join function_revisions r on r.project_id = ${projectId} and r.function_id = f.id and r.revision = served.revision
    where served.project_id = ${projectId} and served.deployment_id = ${deploymentId}
  `.execute(tx);
  return new Map(rows.map((row) => [row.functionId, row]));
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

interface Drafts {
  snapshot: Snapshot;
  derived: Record<string, DerivedContract | null>;
  /** Only of Functions that have any. */
  problems: Record<string, FunctionProblem[]>;
  pins: LibraryPin[];
}

/** In one statement, which sees one moment. */
async function readDrafts({ tx, projectId }: ProjectScope): Promise<Drafts> {
  const { rows } = await sql<Drafts>`
    select frozen.snapshot,
      coalesce((select json_agg(json_build_object('importName', pin.import_name, 'kind', pin.kind,
        'content', pin.content)) from (${pinsOfSnapshot(sql`frozen.snapshot`)}) as pin), '[]') as pins,
      coalesce((select json_object_agg(f.id, f.derived) from functions f where f.project_id = ${projectId}),
        '{}') as derived,
      coalesce((select json_object_agg(f.id, f.problems) from functions f
        where f.project_id = ${projectId} and f.problems is not null), '{}') as problems
    from (select ${frozenDrafts(projectId)} as snapshot) as frozen
  `.execute(tx);
  return rows[0] ?? { snapshot: { functions: [], endpoints: [] }, derived: {}, problems: {}, pins: [] };
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
