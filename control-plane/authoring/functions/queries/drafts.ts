import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** Which of these Functions exist. */
export async function presentFunctions({ tx, projectId }: ProjectScope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("functions")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export interface DraftInput {
  functionId: string;
  /** Whether a build or a validation has read the draft since its last change. */
  hasDerived: boolean;
  /** The given or derived input schema; null when it is unknown, or the Function takes nothing. */
  inputSchema: JsonSchema | null;
}

/** The input schemas of these Functions' drafts. */
export async function readDraftInputs(
  { tx, projectId }: ProjectScope,
  functionIds: readonly string[],
): Promise<DraftInput[]> {
  const { rows } = await sql<DraftInput>`
    select id as function_id, derived is not null as has_derived,
      coalesce(input_schema::jsonb, derived::jsonb -> 'inputSchema') as input_schema
    from functions where project_id = ${projectId} and id = any(${functionIds}::text[])`.execute(tx);
  return rows;
}

/** The slugs of the Project's Functions with the given or derived input schemas; null when a schema is unknown. */
export async function listInputs({
  tx,
  projectId,
}: ProjectScope): Promise<{ slug: string; inputSchema: JsonSchema | null }[]> {
  const { rows } = await sql<{ slug: string; inputSchema: JsonSchema | null }>`
    select slug, case when input_schema is null then derived -> 'inputSchema' else input_schema end as input_schema
    from functions where project_id = ${projectId} order by slug`.execute(tx);
  return rows;
}

/** Which of these slugs no Function of the Project has. */
export async function missingSlugs({ tx, projectId }: ProjectScope, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await tx
    .selectFrom("functions")
    .select("slug")
    .where("projectId", "=", projectId)
    .where("slug", "in", slugs)
    .execute();
  const there = new Set(rows.map(({ slug }) => slug));
  return slugs.filter((slug) => !there.has(slug));
}

/** Locks a Function, so that nobody else can delete it until the transaction ends; false when it does not exist. */
export async function holdFunction({ tx, projectId }: ProjectScope, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("functions")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
