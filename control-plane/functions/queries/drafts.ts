import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../store/scope.ts";

/** Which of these Functions there are. */
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
  /** Whether a build or a validation has read the draft since it was changed. */
  hasDerived: boolean;
  /** What it takes, as given or as derived; null: nobody knows, or it takes nothing. */
  inputSchema: JsonSchema | null;
}

/** What the drafts of these Functions take. */
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

/** Keeps a Function from being deleted until the transaction ends, and lets one transaction at a time hold it; false: there is none. */
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

/** Which drafts name secrets of these names among their permissions. */
export async function draftsDeclaring(
  { tx, projectId }: ProjectScope,
  secretNames: readonly string[],
): Promise<{ functionName: string; secretName: string }[]> {
  const { rows } = await sql<{ functionName: string; secretName: string }>`
    select f.name as function_name, declared.name as secret_name
    from functions f, jsonb_array_elements_text(f.permissions -> 'secrets') as declared (name)
    where f.project_id = ${projectId} and declared.name = any(${secretNames}::text[])`.execute(tx);
  return rows;
}
