import { sql } from "kysely";
import type { AnyScope } from "../../../ground/store/scope.ts";

/** The sources of these saved revisions, by the Function's id. */
export async function readSavedSources(
  { tx }: AnyScope,
  projectId: string,
  wanted: readonly { id: string; revision: number }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; source: string }>`
    select saved.function_id as id, saved.source
    from unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ revision }) => revision)}::integer[])
      as wanted (id, revision)
    join function_revisions saved on saved.function_id = wanted.id and saved.revision = wanted.revision
    where saved.project_id = ${projectId}`.execute(tx);
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** The texts of the tests of these saved revisions, by the Function's id. Functions without tests are missing. */
export async function readSavedTests(
  { tx }: AnyScope,
  projectId: string,
  wanted: readonly { id: string; revision: number }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; tests: string }>`
    select saved.function_id as id, saved.tests
    from unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ revision }) => revision)}::integer[])
      as wanted (id, revision)
    join function_revisions saved on saved.function_id = wanted.id and saved.revision = wanted.revision
    where saved.project_id = ${projectId} and saved.tests <> ''`.execute(tx);
  return new Map(rows.map(({ id, tests }) => [id, tests]));
}
