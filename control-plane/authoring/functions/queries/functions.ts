import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { functionDraft, settingNames } from "@ferrule/contract/resources/function.ts";
import { hash } from "node:crypto";
import { revise, rowsOf } from "../../../ground/store/rows/rows-of.ts";
import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";
import { functionUses, type FunctionUse } from "@ferrule/contract/permissions/function-uses.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { targetName } from "../../../ground/store/rows/called-name.ts";
import { sql, type Selectable } from "kysely";
import { json } from "../../../ground/store/json.ts";
import type { AnyScope, ProjectScope } from "../../../ground/store/scope.ts";
import { trafficOf } from "../../../observed/executions/queries/executions.ts";
import { newestFirst, selectPage, type ListWish } from "../../../ground/store/rows/select-page.ts";
import { importedLibraries } from "../../libraries/imported-libraries.ts";
import { configInSource } from "../config-in-source.ts";
import { isOfStatus, usesThe } from "./list-filters.ts";
import { servedRevision, type Served } from "./served-revisions.ts";
import type { DraftColumns, FunctionsTable, FunctionRevisionsTable } from "../../../ground/store/tables/functions.ts";

/**
 * `removeFunction` fails with `mcp_bindings_function` or `http_bindings_function` while a binding names the Function.
 */
export const {
  find: findFunction,
  lock: lockFunction,
  remove: removeFunction,
  all: allFunctions,
} = rowsOf("functions");

/** The fields of a Function that a person edits and that a revision stores. */
export type Draft = Selectable<DraftColumns>;
export type FunctionRow = Selectable<FunctionsTable>;
export type FunctionSummaryRow = Omit<
  FunctionRow,
  "source" | "tests" | "inputSchema" | "outputSchema" | "derived" | "problems"
>;
export type RevisionRow = Selectable<FunctionRevisionsTable>;

const listed = ["id", "projectId", "slug", ...settingNames, "libraries", "createdAt", "updatedAt", "revision"] as const;

/** json, not jsonb, which would reorder the keys. */
const orderedJson = <T>(value: T) => sql<T>`${value === null ? null : JSON.stringify(value)}::text::json`;

const columnsOf = (draft: Draft) => ({
  ...pickFields(functionDraft, draft),
  inputSchema: orderedJson(draft.inputSchema),
  outputSchema: orderedJson(draft.outputSchema),
  permissions: json(draft.permissions),
  runPolicy: json(draft.runPolicy),
});

/** Stores the saved draft as a permanent revision. */
async function insertRevision({ tx, projectId }: ProjectScope, row: FunctionRow, userId: string): Promise<void> {
  await tx
    .insertInto("functionRevisions")
    .values({ ...columnsOf(row), functionId: row.id, projectId, revision: row.revision, createdBy: userId })
    .execute();
}

/** Fails with the constraint `functions_slug_taken` when the slug is taken. */
export async function insertFunction(
  scope: ProjectScope,
  draft: Draft & { slug: string; libraries: string[] },
  userId: string,
): Promise<FunctionRow> {
  const given = { ...draft, ...configInSource(draft.source) };
  const row = await scope.tx
    .insertInto("functions")
    .values({
      ...columnsOf(given),
      id: identifier("fn"),
      projectId: scope.projectId,
      slug: given.slug,
      derived: null,
      problems: null,
      libraries: json(given.libraries),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRevision(scope, row, userId);
  return row;
}

/** Saves a draft as the next revision, unless nothing changed. The caller has locked the Function. */
async function saveDraft(
  scope: ProjectScope,
  { id, revision }: FunctionRow,
  given: Draft & Pick<FunctionRow, "libraries" | "derived" | "problems">,
  userId: string,
): Promise<FunctionRow> {
  const row = await revise(scope, "functions", id, {
    ...columnsOf(given),
    derived: orderedJson(given.derived),
    problems: orderedJson(given.problems),
    libraries: json(given.libraries),
  });
  if (row.revision !== revision) await insertRevision(scope, row, userId);
  return row;
}

const unchecked = { derived: null, problems: null };
const texts = ({ source, inputSchema, outputSchema }: Draft) => [source, inputSchema, outputSchema];

/**
 * Saves `changes` to a locked Function's draft as its next revision. Build results are kept only while the source and
 * the schemas stay the same.
 */
export function reviseFunction(
  scope: ProjectScope,
  before: FunctionRow,
  changes: Partial<Draft>,
  userId: string,
): Promise<FunctionRow> {
  const given: Draft = { ...before, ...changes };
  const draft: Draft = { ...given, ...configInSource(given.source) };
  const { derived, problems } = isDeepStrictEqual(texts(before), texts(draft)) ? before : unchecked;
  const libraries = importedLibraries(draft.source);
  return saveDraft(scope, before, { ...draft, derived, problems, libraries }, userId);
}

/** The Project's Functions with these slugs, locked until the transaction ends. */
export const lockFunctionsOf = ({ tx, projectId }: ProjectScope, slugs: readonly string[]): Promise<FunctionRow[]> =>
  slugs.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("functions")
        .selectAll()
        .where("projectId", "=", projectId)
        .where("slug", "in", slugs)
        .orderBy("slug")
        .forUpdate()
        .execute();

/** The slugs of the Project that begin with this one. */
export async function listSlugsLike({ tx, projectId }: ProjectScope, slug: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("functions")
    .select("slug")
    .where("projectId", "=", projectId)
    .where((eb) => eb.fn("starts_with", ["slug", eb.val(slug)]), "=", true)
    .execute();
  return rows.map((row) => row.slug);
}

const boundFunctions = (projectId: string, endpointId: string) => sql<string>`(
  select function_id from mcp_bindings where project_id = ${projectId} and endpoint_id = ${endpointId}
  union select function_id from http_bindings where project_id = ${projectId} and endpoint_id = ${endpointId})`;

/** The Functions that the bindings of an endpoint name, by slug. */
export const listFunctionsBoundTo = ({ tx, projectId }: ProjectScope, endpointId: string): Promise<FunctionRow[]> =>
  tx
    .selectFrom("functions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "in", boundFunctions(projectId, endpointId))
    .orderBy("slug")
    .execute();

/** Whether the Project has this Function; if so, nobody can delete it until the transaction ends. */
export async function hasFunction({ tx, projectId }: ProjectScope, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("functions")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** A list's query, with the names of things that the draft must use. */
export interface FunctionWish extends ListWish, Partial<Record<FunctionUse, string | undefined>> {
  /** Names or slugs. */
  names?: readonly string[] | undefined;
  status?: "draft" | "deployed" | "changed" | undefined;
  /** An endpoint. */
  boundTo?: string | undefined;
  activityIn?: Environment | undefined;
}

/** Up to `limit + 1` Functions without their sources and schemas, with the revisions that environments serve. */
export const listFunctionRows = (
  { tx, projectId }: ProjectScope,
  { names, status, boundTo, activityIn = "production", ...wish }: FunctionWish,
): Promise<(FunctionSummaryRow & Served & { sortKey: string | null })[]> =>
  selectPage(
    tx
      .selectFrom("functions")
      .select(listed)
      .select([
        servedRevision(projectId, "development").as("development"),
        servedRevision(projectId, "production").as("production"),
      ])
      .where("projectId", "=", projectId)
      .$if(names !== undefined, (query) =>
        query.where(sql<boolean>`(name = any(${names ?? []}::text[]) or slug = any(${names ?? []}::text[]))`),
      )
      .$if(boundTo !== undefined, (query) => query.where("id", "in", boundFunctions(projectId, boundTo ?? "")))
      .where((where) =>
        where.and(functionUses.flatMap((use) => (wish[use] === undefined ? [] : usesThe(use, wish[use])))),
      )
      .$if(status !== undefined, (query) => query.where(isOfStatus(projectId, status ?? "draft"))),
    wish,
    {
      table: "functions",
      words: sql`concat_ws(' ', name, slug)`,
      sorts: {
        name: { by: sql`lower(name)`, kind: "text" },
        updatedAt: { by: sql`updated_at`, kind: "time" },
        revision: { by: sql`revision`, kind: "number" },
        calls: { by: trafficOf(projectId, "function", activityIn, "calls"), kind: "number" },
        failed: { by: trafficOf(projectId, "function", activityIn, "failed"), kind: "number" },
      },
    },
  );

export interface BoundAs {
  functionId: string;
  kind: "mcp" | "http";
  name: string;
  endpointId: string;
  endpointName: string;
  /** How many bindings the Function has in total. */
  bindings: number;
}

/** The drafted bindings that offer these Functions: the first five of each by name. */
export async function listBoundAs(
  { tx, projectId }: ProjectScope,
  functionIds: readonly string[],
): Promise<Map<string, BoundAs[]>> {
  const { rows } = await sql<BoundAs>`
    select function_id, kind, name, endpoint_id, endpoint_name, bindings from (
      select bound.*, endpoint.kind, endpoint.name as endpoint_name,
        count(*) over (partition by function_id) as bindings,
        row_number() over (partition by function_id order by bound.name, bound.id) as place
      from (
        select id, function_id, endpoint_id, ${targetName("mcp_bindings")} as name from mcp_bindings
        where project_id = ${projectId} and function_id = any(${functionIds}::text[])
        union all
        select id, function_id, endpoint_id, method || ' ' || path from http_bindings
        where project_id = ${projectId} and function_id = any(${functionIds}::text[])
      ) bound join runtime_endpoints endpoint on endpoint.id = bound.endpoint_id
    ) numbered
    where place <= 5 order by function_id, place`.execute(tx);
  return Map.groupBy(rows, ({ functionId }) => functionId);
}

/** Up to `limit + 1` revisions without their texts, newest first. */
export const listRevisionRows = (
  { tx, projectId }: ProjectScope,
  functionId: string,
  limit: number,
  before: number | undefined,
): Promise<(Pick<RevisionRow, "functionId" | "revision" | "createdAt" | "createdBy"> & { email: string | null })[]> =>
  tx
    .selectFrom("functionRevisions as saved")
    .leftJoin("users", "users.id", "saved.createdBy")
    .select(["saved.functionId", "saved.revision", "saved.createdAt", "saved.createdBy", "users.email"])
    .where("saved.projectId", "=", projectId)
    .where("saved.functionId", "=", functionId)
    .$call((query) => newestFirst(query, limit, before, ["saved.revision"]))
    .execute();

export const findRevision = (
  { tx, projectId }: ProjectScope,
  functionId: string,
  revision: number,
): Promise<(RevisionRow & { email: string | null }) | undefined> =>
  tx
    .selectFrom("functionRevisions as saved")
    .leftJoin("users", "users.id", "saved.createdBy")
    .selectAll("saved")
    .select("users.email")
    .where("saved.projectId", "=", projectId)
    .where("saved.functionId", "=", functionId)
    .where("saved.revision", "=", revision)
    .executeTakeFirst();

/** The outcome of a build or a validation for one Function. */
export interface Checked {
  functionId: string;
  revision: number;
  result: Pick<BuiltFunction, "valid" | "derived" | "diagnostics">;
}

/** The first errors, shortened for lists. */
const problemsOf = (diagnostics: readonly Diagnostic[]): FunctionProblem[] =>
  diagnostics
    .filter(({ severity }) => severity === "error")
    .slice(0, 10)
    .map(({ message, line, column, code }) => ({ message: message.slice(0, 500), line, column, code }));

/**
 * The ones whose stored state differs. It compares digests, because a thousand Functions derive megabytes to send and
 * parse.
 */
async function differing({ tx }: AnyScope, projectId: string, checked: readonly Checked[]): Promise<Checked[]> {
  const ids = checked.map(({ functionId }) => functionId);
  const { rows } = await sql<{ id: string; revision: number; derived: string | null; isSound: boolean }>`
    select id, revision, encode(sha256(convert_to(derived::text, 'UTF8')), 'hex') as derived, problems is null as is_sound
    from functions where project_id = ${projectId} and id = any(${ids}::text[])`.execute(tx);
  const kept = new Map(rows.map((row) => [row.id, row]));
  return checked.filter(({ functionId, revision, result }) => {
    const row = kept.get(functionId);
    if (row?.revision !== revision) return false;
    return !result.valid || !row.isSound || row.derived !== hash("sha256", JSON.stringify(result.derived));
  });
}

/**
 * Stores what a build or a validation found for Functions, unless somebody has saved them again since. Their revision
 * and `updatedAt` stay, because nobody edited them. One statement writes only what differs: an update for each of a
 * thousand Functions took a second of the transaction that activates a deployment.
 */
export async function storeChecked(scope: AnyScope, projectId: string, checked: readonly Checked[]): Promise<void> {
  const given = (await differing(scope, projectId, checked)).map(
    ({ functionId, revision, result: { valid, derived, diagnostics } }) => ({
      functionId,
      revision,
      derived: valid ? derived : null,
      problems: valid ? null : problemsOf(diagnostics),
    }),
  );
  if (given.length === 0) return;
  await sql`update functions set derived = coalesce(given.derived, functions.derived), problems = given.problems
    from json_to_recordset(${JSON.stringify(given)}::text::json)
      as given ("functionId" text, revision integer, derived json, problems json)
    where functions.project_id = ${projectId} and functions.id = given."functionId"
      and functions.revision = given.revision
      and (coalesce(given.derived, functions.derived)::text, given.problems::text)
        is distinct from (functions.derived::text, functions.problems::text)`.execute(scope.tx);
}

/** Removes the stored problems of these Functions' saved texts, which are known to build. */
export async function forgetProblems(
  { tx }: AnyScope,
  projectId: string,
  sound: readonly { id: string; revision: number }[],
): Promise<void> {
  if (sound.length === 0) return;
  await sql`update functions set problems = null
    from unnest(${sound.map(({ id }) => id)}::text[], ${sound.map(({ revision }) => revision)}::integer[])
      as sound (id, revision)
    where functions.project_id = ${projectId} and functions.id = sound.id and functions.revision = sound.revision
      and functions.problems is not null`.execute(tx);
}

/** The input schemas of drafted Functions: written by hand, or last derived. Functions without either are left out. */
export async function inputSchemasOf(
  { tx, projectId }: ProjectScope,
  functionIds: readonly string[],
): Promise<Map<string, JsonSchema>> {
  if (functionIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; inputSchema: JsonSchema | null }>`
    select f.id, case when f.input_schema is null then f.derived -> 'inputSchema' else f.input_schema end as input_schema
    from functions f
    where f.project_id = ${projectId} and f.id = any(${[...new Set(functionIds)]})
  `.execute(tx);
  return new Map(rows.flatMap(({ id, inputSchema }) => (inputSchema === null ? [] : [[id, inputSchema] as const])));
}
