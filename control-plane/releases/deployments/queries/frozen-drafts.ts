import { artifactFields, usualOf, type ArtifactFields } from "@ferrule/contract/internal/artifact.ts";
import { functionDraft } from "@ferrule/contract/resources/function.ts";
import { sql } from "kysely";
import { jsonMembers } from "../../../ground/store/json.ts";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";

/**
 * Whether a deployment builds the Function `f`: an enabled binding calls it, a cron runs it, another Function may start
 * its runs, or it is durable, so that people and programs may start its runs. A disabled cron counts too, because
 * somebody may enable it without a deployment.
 */
const isCalled = (projectId: string) => sql`(f.run = 'durable'
  or f.slug in (select started.slug from functions s, jsonb_array_elements_text(s.permissions -> 'runs') as started (slug)
    where s.project_id = ${projectId})
  or exists (select from mcp_bindings b where b.project_id = f.project_id and b.function_id = f.id and b.enabled)
  or exists (select from http_bindings b where b.project_id = f.project_id and b.function_id = f.id and b.enabled)
  or exists (select from cron_bindings b where b.project_id = f.project_id and b.function_id = f.id))`;

const { source: _source, tests: _tests, ...frozenFields } = functionDraft.shape;
/** The fields of a draft that a deployment freezes beside its id, its slug, its revision and its Libraries. */
export const frozenNames = Object.keys(frozenFields) as (keyof typeof frozenFields)[];
const frozen = ["id", "slug", ...frozenNames, "revision", "libraries"];

/** The SQL expression of the binding `b` as an artifact has it: without the fields that have their usual value. */
function bindingAs(fields: ArtifactFields) {
  const { always, unusual } = fields;
  const columnOf = (name: string) => sql.ref(`b.${name === "name" ? "toolName" : name}`);
  const usual = (value: unknown) =>
    typeof value === "object" ? sql`${sql.lit(JSON.stringify(value))}::jsonb` : sql.lit(value);
  const members = Object.keys(unusual.shape).map((name) => {
    const value = usualOf(fields, name);
    return sql`${sql.lit(name)}, ${value === null ? columnOf(name) : sql`nullif(${columnOf(name)}, ${usual(value)})`}`;
  });
  const present = Object.keys(always.shape).map((name) => sql`${sql.lit(name)}, ${columnOf(name)}`);
  return sql`jsonb_build_object('bindingId', b.id, ${sql.join(present)})
    || jsonb_strip_nulls(jsonb_build_object(${sql.join(members)}))`;
}

/** The SQL expression of an endpoint's resources or prompts: an empty object if it has none. */
const offeredAs = (kind: "resource" | "prompt") => sql`coalesce((
  select jsonb_build_object(${sql.lit(`${kind}s`)}, jsonb_agg(${bindingAs(artifactFields[kind])} order by b.id))
  from mcp_bindings b where b.project_id = e.project_id and b.endpoint_id = e.id and b.kind = ${sql.lit(kind)}
  having count(*) > 0), '{}'::jsonb)`;

/**
 * The SQL expression of a Project's drafts as a `Snapshot`. It deliberately reads other slices' tables in one
 * statement: one statement sees one snapshot, so it never freezes a binding without its Function. It uses json, not
 * jsonb, to keep the order of a schema's properties.
 */
export const frozenDrafts = (projectId: string) => sql<Snapshot>`json_build_object(
  'functions', coalesce((
    select json_agg(json_build_object(${jsonMembers("f", frozen)}) order by f.id)
    from functions f where f.project_id = ${projectId} and ${isCalled(projectId)}), '[]'),
  'notDeployed', coalesce((
    select json_agg(json_build_object('functionId', f.id, 'slug', f.slug, 'problems', coalesce(f.problems, '[]'))
      order by f.slug)
    from functions f where f.project_id = ${projectId} and not ${isCalled(projectId)}), '[]'),
  'libraries', ferrule_used_libraries(${projectId}, coalesce((
    select jsonb_agg(distinct imported.name)
    from functions f, jsonb_array_elements_text(f.libraries) as imported (name)
    where f.project_id = ${projectId} and ${isCalled(projectId)}), '[]')),
  'collections', coalesce((
    select json_agg(json_build_object('id', c.id, 'name', c.name, 'version', c.newest_version) order by c.id)
    from data_collections c where c.project_id = ${projectId}), '[]'),
  'endpoints', coalesce((
    select json_agg(jsonb_strip_nulls(jsonb_build_object(
      'unknownArguments', nullif(e.unknown_arguments, 'refuse'))) || jsonb_build_object(
      'id', e.id, 'kind', e.kind, 'slug', e.slug, 'name', e.name, 'description', e.description,
      'instructions', e.instructions,
      'tools', coalesce((
        select json_agg(${bindingAs(artifactFields.tool)} order by b.id)
        from mcp_bindings b where b.project_id = e.project_id and b.endpoint_id = e.id and b.kind = 'tool'), '[]'),
      'routes', coalesce((
        select json_agg(${bindingAs(artifactFields.route)} order by b.id)
        from http_bindings b where b.project_id = e.project_id and b.endpoint_id = e.id), '[]'))
      || ${offeredAs("resource")} || ${offeredAs("prompt")} order by e.id)
    from runtime_endpoints e where e.project_id = ${projectId}), '[]'))`;
