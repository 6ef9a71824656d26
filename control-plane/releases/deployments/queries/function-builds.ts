import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { lastUsedStep } from "./build-results.ts";

export interface KnownRevision {
  revision: number;
  context: string;
}

/**
 * The revisions of a Project's Functions that this builder has built, by id. Their results stay for the whole retention
 * from now.
 */
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

/** A Function whose build is stored. */
export interface KeptBuild {
  id: string;
  slug: string;
  revision: number;
  /** The digest of its entry in an artifact. */
  part: string;
  /** Only warnings, because we store only valid builds. */
  diagnostics: Diagnostic[];
}

/** The stored builds of these Functions. @throws Error when a Function has none */
export async function keptBuilds(
  { tx }: InstallationScope,
  projectId: string,
  functions: readonly { id: string; slug: string; revision: number }[],
): Promise<KeptBuild[]> {
  if (functions.length === 0) return [];
  const { rows } = await sql<Omit<KeptBuild, "slug" | "revision">>`
    select built.function_id as id, built.part, result.diagnostics
    from function_builds built join build_results result using (key)
    where built.project_id = ${projectId} and built.function_id = any(${functions.map(({ id }) => id)}::text[])`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return functions.map(({ id, slug, revision }) => {
    const row = found.get(id);
    if (row === undefined) throw new Error(`Function ${slug} has no stored build.`);
    return { ...row, slug, revision };
  });
}

/** A Function's revision with the key of its result. */
export interface BuiltRevision {
  id: string;
  revision: number;
  context: string;
  key: string;
  /** The digest of its entry in an artifact; that part is stored. */
  part: string;
}

/** Notes the builds of these revisions, in place of earlier ones. Their results must be stored. */
export async function noteBuilds(
  { tx }: InstallationScope,
  projectId: string,
  builder: string,
  built: readonly BuiltRevision[],
): Promise<void> {
  if (built.length === 0) return;
  await sql`insert into function_builds (project_id, function_id, revision, builder, context, key, part)
    select ${projectId}, given.id, given.revision, ${builder}, given.context, given.key, given.part
    from json_to_recordset(${JSON.stringify(built)}::text::json)
      as given (id text, revision integer, context text, key text, part text)
    on conflict (project_id, function_id) do update
      set revision = excluded.revision, builder = excluded.builder, context = excluded.context, key = excluded.key,
        part = excluded.part`.execute(tx);
}
