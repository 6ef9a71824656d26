import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { sql } from "kysely";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";

/** What a preview builds as one of its Functions. */
export interface PreviewText {
  functionId: string;
  /** `r` and the number of a saved revision, or the SHA-256 (hex) of a text that no revision has. */
  content: string;
  /** Of a text that no revision has. */
  source: string | null;
}

/**
 * Stores the Functions of a preview's newest source. Those whose content is the same keep their builds, and only the
 * others are sent to the database.
 * @returns the others
 */
export async function keepTexts(
  { tx, projectId }: ProjectScope,
  previewId: string,
  texts: readonly PreviewText[],
): Promise<PreviewText[]> {
  const rows = await tx
    .selectFrom("previewFunctions")
    .select(["functionId", "content"])
    .where("projectId", "=", projectId)
    .where("previewId", "=", previewId)
    .execute();
  const held = new Map(rows.map(({ functionId, content }) => [functionId, content]));
  const changed = texts.filter(({ functionId, content }) => held.get(functionId) !== content);
  for (const { functionId } of texts) held.delete(functionId);
  const gone = [...held.keys()];
  if (gone.length > 0)
    await sql`delete from preview_functions where project_id = ${projectId} and preview_id = ${previewId}
      and function_id = any(${gone}::text[])`.execute(tx);
  if (changed.length === 0) return [];
  await sql`insert into preview_functions (preview_id, function_id, project_id, content, source)
    select ${previewId}, given."functionId", ${projectId}, given.content, given.source
    from json_to_recordset(${JSON.stringify(changed)}::text::json)
      as given ("functionId" text, content text, source text)
    on conflict (preview_id, function_id) do update set content = excluded.content, source = excluded.source,
      builder = null, context = null, key = null, part = null`.execute(tx);
  return changed;
}

interface Wanted {
  id: string;
  context: string;
}

/** Of builds: those by this builder, or by any. */
const isBy = (column: string, builder: string | undefined) =>
  builder === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${builder}`;

/**
 * Takes over what deployments have built: of Functions with a saved revision, the build of that revision. A build that
 * the preview has stays, if it may be by any builder.
 */
async function takeOver(
  { tx }: AnyScope,
  previewId: string,
  { builder, wanted }: { builder: string | undefined; wanted: readonly Wanted[] },
): Promise<void> {
  const mayReplace =
    builder === undefined
      ? sql`(held.key is null or held.context is distinct from built.context)`
      : sql`(held.builder, held.context, held.key) is distinct from (built.builder, built.context, built.key)`;
  await sql`update preview_functions held
    set builder = built.builder, context = built.context, key = built.key, part = built.part
    from function_builds built join json_to_recordset(${JSON.stringify(wanted)}::text::json)
      as wanted (id text, context text) on wanted.id = built.function_id and wanted.context = built.context
    where held.preview_id = ${previewId} and held.project_id = built.project_id
      and held.function_id = built.function_id
      and held.content = 'r' || built.revision and ${isBy("built.builder", builder)}
      and ${mayReplace}`.execute(tx);
}

/**
 * The ids of the Functions of a preview that are built in these contexts.
 * @param builder the only one whose builds count; undefined: any
 */
export async function listBuilt(
  scope: AnyScope,
  previewId: string,
  { builder, wanted }: { builder: string | undefined; wanted: readonly Wanted[] },
): Promise<Set<string>> {
  await takeOver(scope, previewId, { builder, wanted });
  const rows = await scope.tx
    .selectFrom("previewFunctions")
    .select(["functionId", "context"])
    .where("previewId", "=", previewId)
    .where(isBy("builder", builder))
    .where("key", "is not", null)
    .execute();
  const contexts = new Map(wanted.map(({ id, context }) => [id, context]));
  return new Set(rows.flatMap(({ functionId, context }) => (contexts.get(functionId) === context ? functionId : [])));
}

/** The texts of these Functions that no revision has, by id. */
export async function readTexts(
  { tx }: InstallationScope,
  previewId: string,
  functionIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("previewFunctions")
    .select(["functionId", "source"])
    .where("previewId", "=", previewId)
    .where(sql<boolean>`function_id = any(${functionIds}::text[])`)
    .where("source", "is not", null)
    .execute();
  return new Map(rows.map(({ functionId, source }) => [functionId, source ?? ""]));
}

/** A build that a preview has of a Function. */
export interface BuiltText {
  id: string;
  part: string;
  diagnostics: Diagnostic[];
}

/** The builds of these Functions by id, in the preview. @throws Error when one has none */
export async function readBuilt(
  { tx }: AnyScope,
  previewId: string,
  functions: readonly { id: string; slug: string }[],
): Promise<Map<string, BuiltText>> {
  if (functions.length === 0) return new Map();
  const { rows } = await sql<BuiltText>`
    select built.function_id as id, built.part, coalesce(result.diagnostics, '[]'::json) as diagnostics
    from preview_functions built left join build_results result using (key)
    where built.preview_id = ${previewId} and built.part is not null
      and built.function_id = any(${functions.map(({ id }) => id)}::text[])`.execute(tx);
  const found = new Map(rows.map((row) => [row.id, row]));
  const lacking = functions.find(({ id }) => !found.has(id));
  if (lacking) throw new Error(`Function ${lacking.slug} of a preview has no stored build.`);
  return found;
}

/** Notes the builds of a preview's Functions. Their results and parts are stored. */
export async function noteBuilt(
  { tx }: InstallationScope,
  previewId: string,
  builder: string,
  built: readonly { id: string; context: string; key: string; part: string }[],
): Promise<void> {
  if (built.length === 0) return;
  await sql`update preview_functions held
    set builder = ${builder}, context = given.context, key = given.key, part = given.part
    from json_to_recordset(${JSON.stringify(built)}::text::json) as given (id text, context text, key text, part text)
    where held.preview_id = ${previewId} and held.function_id = given.id`.execute(tx);
}
