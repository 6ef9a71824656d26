import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../store/scope.ts";
import { lastUsedStep } from "./build-results.ts";

export interface KnownRevision {
  revision: number;
  context: string;
}

/** Which revisions of a Project's Functions this builder has built, by id. Their results stay for the retention from now. */
export async function knownRevisions(
  { tx }: InstallationScope,
  projectId: string,
  builder: string,
): Promise<Map<string, KnownRevision>> {
  await sql`update build_results set last_used_at = now() where last_used_at < now() - ${lastUsedStep}
    and key in (select key from function_builds where project_id = ${projectId} and builder = ${builder})`.execute(tx);
  const rows = await tx
    .selectFrom("functionBuilds")
    .select(["functionId", "revision", "context"])
    .where("projectId", "=", projectId)
    .where("builder", "=", builder)
    .execute();
  return new Map(rows.map(({ functionId, ...known }) => [functionId, known]));
}

/** The stored results of these Functions. Those that have none are left out. */
export async function storedBuilds(
  { tx }: InstallationScope,
  projectId: string,
  functionIds: readonly string[],
): Promise<BuiltFunction[]> {
  const { rows } = await sql<BuiltFunction>`
    select built.function_id as id, true as valid, result.diagnostics, result.derived, result.bundle_digest
    from function_builds built join build_results result using (key)
    where built.project_id = ${projectId} and built.function_id = any(${functionIds}::text[])`.execute(tx);
  return rows;
}

/** A Function's revision with the key of its result. */
export interface BuiltRevision {
  id: string;
  revision: number;
  context: string;
  key: string;
}

/** Notes the builds of these revisions in place of those before. Their results are stored. */
export async function noteBuilds(
  { tx }: InstallationScope,
  projectId: string,
  builder: string,
  built: readonly BuiltRevision[],
): Promise<void> {
  if (built.length === 0) return;
  await sql`insert into function_builds (project_id, function_id, revision, builder, context, key)
    select ${projectId}, given.id, given.revision, ${builder}, given.context, given.key
    from json_to_recordset(${JSON.stringify(built)}::text::json)
      as given (id text, revision integer, context text, key text)
    on conflict (project_id, function_id) do update
      set revision = excluded.revision, builder = excluded.builder, context = excluded.context, key = excluded.key`.execute(
    tx,
  );
}
