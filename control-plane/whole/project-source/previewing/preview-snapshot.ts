// Why: docs/decisions/previews-beside-development.md
import { hash } from "node:crypto";
import type { ArtifactEndpoint } from "@ferrule/contract/internal/artifact.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import type { ManifestBinding, ManifestFunction, ManifestLibrary } from "@ferrule/contract/resources/manifest.ts";
import type { ProjectSource, ProjectSourceEndpoint } from "@ferrule/contract/resources/project-source.ts";
import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { derivedIdentifier } from "@ferrule/kit/identifier.ts";
import type { FunctionRow } from "../../../authoring/functions/queries/functions.ts";
import { importedLibraries } from "../../../authoring/libraries/imported-libraries.ts";
import type { PreviewEndpoint } from "../../../ground/store/tables/previews.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";
import {
  artifactPrompt,
  artifactResource,
  artifactRoute,
  artifactTool,
} from "../../../releases/deployments/artifacts/artifact-binding.ts";
import { placeOfContent } from "../../../releases/deployments/queries/kept-contents.ts";
import { importNameOf, libraryClosure } from "../../../releases/deployments/artifacts/library-closure.ts";
import { frozenNames } from "../../../releases/deployments/queries/frozen-drafts.ts";
import type { PreviewText } from "../../../releases/previews/queries/preview-functions.ts";
import { firstPolicy } from "../../../serving/auth-policies/queries.ts";
import { bindingKey, functionPart, libraryPart, sortedBy } from "../../planning/parts.ts";
import type { Held } from "../held/read-held.ts";

/** What a build of a preview needs. */
export interface PreviewDraft {
  snapshot: Snapshot;
  endpoints: PreviewEndpoint[];
  texts: PreviewText[];
}

/** The id of something that only the preview has: the same with each source. */
type IdOf = (prefix: string, ...words: string[]) => string;

const byId = <T extends { id: string }>(items: readonly T[]) => sortedBy(items, ({ id }) => id);

/**
 * The slugs of the Functions that a deployment would build: an enabled binding calls them, a cron runs them, another
 * Function may start their runs, or they are durable.
 */
const calledIn = ({ functions, endpoints, crons }: ProjectSource): Set<string> =>
  new Set([
    ...endpoints.flatMap(({ bindings }) => bindings.flatMap((one) => (one.enabled ? (one.function ?? []) : []))),
    ...crons.map((cron) => cron.function),
    ...functions.flatMap(({ permissions }) => permissions.runs ?? []),
    ...functions.flatMap(({ slug, run }) => (run === "durable" ? slug : [])),
  ]);

interface DraftedFunction {
  drafted: SnapshotFunction;
  text: PreviewText;
}

/** What a build depends on: a Function without its tests. */
function builtPart(given: ManifestFunction): Omit<ManifestFunction, "tests"> {
  const { tests: _, ...built } = given;
  return built;
}

/** A Function as a deployment would freeze it. One that differs from the saved draft has no revision. */
function draftedFunction(given: ManifestFunction, row: FunctionRow | undefined, id: string): DraftedFunction {
  const built = builtPart(given);
  const sameSource = row?.source === built.source;
  const isSaved = sameSource && sameJson(builtPart(functionPart(row)), built);
  const libraries = sameSource ? row.libraries : importedLibraries(built.source);
  const settings = { run: "call", runPolicy: defaultRunPolicy, ...built };
  const frozen = Object.fromEntries(frozenNames.map((name) => [name, settings[name]]));
  const drafted = { ...frozen, id, slug: built.slug, libraries, revision: isSaved ? row.revision : 0 };
  const text = isSaved
    ? { functionId: id, content: `r${row.revision}`, source: null }
    : { functionId: id, content: hash("sha256", canonicalJson(built)), source: built.source };
  return { drafted: drafted as SnapshotFunction, text };
}

function libraryAs(given: ManifestLibrary, row: Held["libraries"][number] | undefined, idOf: IdOf): BuildLibrary {
  const saved = row !== undefined && sameJson(libraryPart(row), given) ? row : undefined;
  const id = saved?.id ?? idOf("lib", given.name);
  if (given.kind === "source") {
    const { kind, name, source } = given;
    return { kind, id, name, imports: saved?.imports ?? importedLibraries(source), source };
  }
  const { kind, version, integrity = null, lock = null } = given;
  return { kind, id, revision: saved?.revision ?? 0, package: given.package, version, integrity, lock };
}

/** The Libraries that the Functions import, also through each other. */
function usedLibraries({ libraries }: ProjectSource, held: Held, names: readonly string[], idOf: IdOf) {
  const rows = new Map(held.libraries.map((row) => [row.name, row]));
  const all = libraries.map((one) => libraryAs(one, rows.get(one.name), idOf));
  const used = libraryClosure(names, all);
  return sortedBy(
    all.filter((one) => used.has(importNameOf(one))),
    importNameOf,
  );
}

interface Places {
  held: Map<string, Held["endpoints"][number]>;
  functionIds: ReadonlyMap<string, string>;
  idOf: IdOf;
}

/** An endpoint as an artifact has it. */
function endpointAs(given: ProjectSourceEndpoint, { held, functionIds, idOf }: Places): ArtifactEndpoint {
  const { kind, slug, name, description, instructions, unknownArguments } = given;
  const present = held.get(slug);
  const rows = new Map((present?.bindings ?? []).map(({ row, part }) => [bindingKey(part), row.id]));
  const bound = given.bindings.map((binding) => {
    const key = bindingKey(binding);
    const prefix = binding.kind === "http" ? "htb" : "mcb";
    return { id: rows.get(key) ?? idOf(prefix, slug, key), binding };
  });
  return {
    id: present?.row.id ?? idOf("ep", slug),
    kind,
    slug,
    name,
    description,
    instructions,
    ...(unknownArguments === "ignore" ? { unknownArguments } : {}),
    ...offeredAs(byId(bound), (called) => functionIds.get(called) ?? ""),
  };
}

/** The bindings of an endpoint as an artifact has them. */
function offeredAs(
  bound: readonly { id: string; binding: ManifestBinding }[],
  idOf: (slug: string) => string,
): Pick<ArtifactEndpoint, "tools" | "routes" | "resources" | "prompts"> {
  const ofKind = <Kind extends ManifestBinding["kind"], Made>(
    kind: Kind,
    make: (id: string, binding: Extract<ManifestBinding, { kind: Kind }>) => Made,
  ): Made[] =>
    bound.flatMap(({ id, binding }) =>
      binding.kind === kind ? [make(id, binding as Extract<ManifestBinding, { kind: Kind }>)] : [],
    );
  const mayCall = (slug: string | undefined) => (slug === undefined ? null : idOf(slug));
  const resources = ofKind("resource", (id, { function: called, content, ...one }) =>
    artifactResource(id, { ...one, ...placeOfContent(content), functionId: mayCall(called) }),
  );
  const prompts = ofKind("prompt", (id, one) => artifactPrompt(id, { ...one, functionId: mayCall(one.function) }));
  return {
    tools: ofKind("mcp", (id, one) => artifactTool(id, { icons: [], ...one, functionId: idOf(one.function) })),
    routes: ofKind("http", (id, one) => artifactRoute(id, { ...one, functionId: idOf(one.function) })),
    ...(resources.length === 0 ? {} : { resources }),
    ...(prompts.length === 0 ? {} : { prompts }),
  };
}

/** The contents that the endpoints of a source keep. */
export const contentsIn = ({ endpoints }: Pick<ProjectSource, "endpoints">): McpContent[] =>
  endpoints.flatMap(({ bindings }) =>
    bindings.flatMap((one) => (one.kind === "resource" && one.content !== null ? one.content : [])),
  );

/** What workers have to know of an endpoint besides the artifact. */
function servedEndpoint(
  { slug, kind, limits, policies }: ProjectSourceEndpoint,
  { held, idOf }: Places,
): PreviewEndpoint {
  const row = held.get(slug)?.row;
  const {
    caller,
    permissions,
    allowedOrigins,
    allowedAddresses,
    limits: policyLimits,
    approvals,
  } = policies?.development ?? firstPolicy();
  const policy = { caller, permissions, allowedOrigins, allowedAddresses, limits: policyLimits, approvals };
  return { id: row?.id ?? idOf("ep", slug), slug, kind, status: row?.status ?? "active", limits, policy };
}

/**
 * The drafts that a deployment would freeze if the Project had this source, as `frozenDrafts` reads them, but with the
 * Project's own collections. What only the preview has gets ids of its own, which stay the same from source to source.
 */
export function previewSnapshot(previewId: string, result: ProjectSource, held: Held): PreviewDraft {
  const idOf: IdOf = (prefix, ...words) => derivedIdentifier(prefix, previewId, ...words);
  const rows = new Map(held.functions.map((row) => [row.slug, row]));
  const ids = new Map(result.functions.map(({ slug }) => [slug, rows.get(slug)?.id ?? idOf("fn", slug)]));
  const called = calledIn(result);
  const functions = result.functions
    .filter(({ slug }) => called.has(slug))
    .map((one) => draftedFunction(one, rows.get(one.slug), ids.get(one.slug) ?? ""));
  const places: Places = { held: new Map(held.endpoints.map((one) => [one.row.slug, one])), functionIds: ids, idOf };
  const names = functions.flatMap(({ drafted }) => drafted.libraries ?? []);
  const collections = held.collections.map(({ row: { id, name, newestVersion } }) => {
    return { id, name, version: newestVersion };
  });
  return {
    snapshot: {
      functions: byId(functions.map(({ drafted }) => drafted)),
      endpoints: byId(result.endpoints.map((one) => endpointAs(one, places))),
      libraries: usedLibraries(result, held, names, idOf),
      collections: byId(collections),
    },
    endpoints: byId(result.endpoints.map((one) => servedEndpoint(one, places))),
    texts: functions.map(({ text }) => text),
  };
}
