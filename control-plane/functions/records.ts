import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction, DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import { json, type AnyScope } from "../jobs/records.ts";
import type { ProjectScope } from "../store/scope.ts";
import { importedLibraries } from "./imported-libraries.ts";

/** json or jsonb: read as what it holds, written as the text of it. */
type Json<T> = ColumnType<T, T, T>;

interface DraftColumns {
  name: string;
  description: string;
  source: string;
  inputSchema: Json<JsonSchema | null>;
  outputSchema: Json<JsonSchema | null>;
  timeoutMs: number;
  memoryMb: number;
  permissions: Json<Permissions>;
}

export interface FunctionsTable extends DraftColumns {
  id: string;
  projectId: string;
  slug: string;
  derived: Json<DerivedContract | null>;
  /** What the last build or validation of the source refused; null: nothing, or it was not checked. */
  problems: Json<FunctionProblem[] | null>;
  libraries: Json<string[]>;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface FunctionRevisionsTable extends DraftColumns {
  functionId: string;
  projectId: string;
  revision: number;
  createdAt: ColumnType<Date, never, never>;
  createdBy: string | null;
}

export interface FunctionTables {
  functions: FunctionsTable;
  functionRevisions: FunctionRevisionsTable;
}

/** What a person edits of a Function, and what a revision keeps. */
export type Draft = Selectable<DraftColumns>;
export type FunctionRow = Selectable<FunctionsTable>;
export type FunctionSummaryRow = Omit<FunctionRow, "source" | "inputSchema" | "outputSchema" | "derived" | "problems">;
export type RevisionRow = Selectable<FunctionRevisionsTable>;

/** json, not jsonb, which would reorder the keys. */
const orderedJson = <T>(value: T) => sql<T>`${value === null ? null : JSON.stringify(value)}::text::json`;

const columnsOf = (draft: Draft) => ({
  name: draft.name,
  description: draft.description,
  source: draft.source,
  inputSchema: orderedJson(draft.inputSchema),
  outputSchema: orderedJson(draft.outputSchema),
  timeoutMs: draft.timeoutMs,
  memoryMb: draft.memoryMb,
  permissions: json(draft.permissions),
});

/** Stores what was saved as a revision that stays. */
async function insertRevision({ tx, projectId }: ProjectScope, row: FunctionRow, userId: string): Promise<void> {
  await tx
    .insertInto("functionRevisions")
    .values({ ...columnsOf(row), functionId: row.id, projectId, revision: row.revision, createdBy: userId })
    .execute();
}

/** Fails with the constraint `functions_slug_taken` when the slug is taken. */
export async function insertFunction(
  scope: ProjectScope,
  given: Draft & { slug: string; libraries: string[] },
  userId: string,
): Promise<FunctionRow> {
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

/** Saves a draft as the next revision, unless it changes nothing. The Function is locked already. */
async function saveDraft(
  scope: ProjectScope,
  { id, revision }: FunctionRow,
  given: Draft & Pick<FunctionRow, "libraries" | "derived" | "problems">,
  userId: string,
): Promise<FunctionRow> {
  const row = await scope.tx
    .updateTable("functions")
    .set(({ eb }) => ({
      ...columnsOf(given),
      derived: orderedJson(given.derived),
      problems: orderedJson(given.problems),
      libraries: json(given.libraries),
      updatedAt: new Date(),
      revision: eb("revision", "+", 1),
    }))
    .where("projectId", "=", scope.projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.revision !== revision) await insertRevision(scope, row, userId);
  return row;
}

const unchecked = { derived: null, problems: null };
const texts = ({ source, inputSchema, outputSchema }: Draft) => [source, inputSchema, outputSchema];

/**
 * Saves `changes` over a locked Function's draft as its next revision. What a build derived from it stays only while the
 * source and the schemas do.
 */
export function reviseFunction(
  scope: ProjectScope,
  before: FunctionRow,
  changes: Partial<Draft>,
  userId: string,
): Promise<FunctionRow> {
  const draft: Draft = { ...before, ...changes };
  const { derived, problems } = isDeepStrictEqual(texts(before), texts(draft)) ? before : unchecked;
  const libraries = importedLibraries(draft.source);
  return saveDraft(scope, before, { ...draft, derived, problems, libraries }, userId);
}

export const findFunction = ({ tx, projectId }: ProjectScope, id: string): Promise<FunctionRow | undefined> =>
  tx.selectFrom("functions").selectAll().where("projectId", "=", projectId).where("id", "=", id).executeTakeFirst();

/** Reads and locks a Function until the transaction ends. */
export const lockFunction = ({ tx, projectId }: ProjectScope, id: string): Promise<FunctionRow | undefined> =>
  tx
    .selectFrom("functions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Those of the Project that these slugs are of, locked until the transaction ends. */
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

/** The Functions that the bindings of an endpoint name, by slug. */
export const listFunctionsBoundTo = ({ tx, projectId }: ProjectScope, endpointId: string): Promise<FunctionRow[]> =>
  tx
    .selectFrom("functions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where(
      "id",
      "in",
      sql<string>`(
        select function_id from mcp_bindings where project_id = ${projectId} and endpoint_id = ${endpointId}
        union select function_id from http_bindings where project_id = ${projectId} and endpoint_id = ${endpointId})`,
    )
    .orderBy("slug")
    .execute();

/** Whether the Project has this Function; it stays until the transaction ends. */
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

/** Up to `limit + 1` Functions without their sources and schemas, newest first. */
export const listFunctionRows = (
  { tx, projectId }: ProjectScope,
  limit: number,
  before: string | undefined,
): Promise<FunctionSummaryRow[]> =>
  tx
    .selectFrom("functions")
    .select(["id", "projectId", "slug", "name", "description", "timeoutMs", "memoryMb", "permissions", "libraries"])
    .select(["createdAt", "updatedAt", "revision"])
    .where("projectId", "=", projectId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

/** Fails with `mcp_bindings_function` or `http_bindings_function` while it is bound. */
export async function removeFunction({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("functions").where("projectId", "=", projectId).where("id", "=", id).execute();
}

/** Which revision of these Functions each environment serves now. */
export const listServedRevisions = (
  { tx, projectId }: ProjectScope,
  functionIds: readonly string[],
): Promise<{ functionId: string; environment: Environment; revision: number }[]> =>
  functionIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("projectTargets as target")
        .innerJoin("deploymentFunctions as held", "held.deploymentId", "target.deploymentId")
        .select(["held.functionId", "target.environment", "held.revision"])
        .where("target.projectId", "=", projectId)
        .where("held.functionId", "in", functionIds)
        .execute();

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
    .$if(before !== undefined, (query) => query.where("saved.revision", "<", before ?? 0))
    .orderBy("saved.revision", "desc")
    .limit(limit + 1)
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

/** What a build or a validation came to for one Function. */
export interface Checked {
  functionId: string;
  revision: number;
  result: Pick<BuiltFunction, "valid" | "derived" | "diagnostics">;
}

/** The first errors, shortened: a list shows them. */
const problemsOf = (diagnostics: readonly Diagnostic[]): FunctionProblem[] =>
  diagnostics
    .filter(({ severity }) => severity === "error")
    .slice(0, 10)
    .map(({ message, line, column, code }) => ({ message: message.slice(0, 500), line, column, code }));

/**
 * Keeps what a build or a validation found for Functions, unless they were saved again since. Neither their revision nor
 * `updatedAt` moves: nobody has edited them. One statement, which writes only what differs: an update for each of a
 * thousand Functions took a second of the transaction that makes a deployment active.
 */
export async function storeChecked({ tx }: AnyScope, projectId: string, checked: readonly Checked[]): Promise<void> {
  const given = checked.map(({ functionId, revision, result: { valid, derived, diagnostics } }) => ({
    functionId,
    revision,
    derived: valid ? derived : null,
    problems: valid ? null : problemsOf(diagnostics),
  }));
  await sql`update functions set derived = coalesce(given.derived, functions.derived), problems = given.problems
    from json_to_recordset(${JSON.stringify(given)}::text::json)
      as given ("functionId" text, revision integer, derived json, problems json)
    where functions.project_id = ${projectId} and functions.id = given."functionId"
      and functions.revision = given.revision
      and (coalesce(given.derived, functions.derived)::text, given.problems::text)
        is distinct from (functions.derived::text, functions.problems::text)`.execute(tx);
}

/** The input schemas of Functions as drafted: set by hand, or what was derived last; one that nothing has derived is left out. */
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
