import { sql, type RawBuilder } from "kysely";
import type { searchKinds } from "@ferrule/contract/operations/search.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

export interface FoundRow {
  kind: (typeof searchKinds)[number];
  id: string;
  name: string;
  detail: string;
  endpointId: string | null;
}

const most = 20;
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The run of any mode with this id, and the latest runs with this key. */
const runsNamed = (projectId: string, text: string) => sql`
    (select 'run', run.id, coalesce(run.key, run.id),
       coalesce((select f.name from functions f where f.id = run.function_id), run.function_id) || ', ' || run.status,
       null, array[lower(${text})]
     from (select id, key, function_id, status from runs where project_id = ${projectId} and key = ${text}
         order by created_at desc, id desc limit 5) run)
    union all
    select 'run', run.id, coalesce(run.key, run.id),
      coalesce((select f.name from functions f where f.id = run.function_id), run.function_id) || ', ' || run.status,
      null, array[lower(${text})]
    from runs run where run.project_id = ${projectId} and run.id = ${text} and run.key is distinct from ${text}`;

/** How far into each source the search reads, in characters: most are much shorter. */
const searchedSource = 65_536;

/** A short piece of a text around what was found, on one line. */
const around = (text: RawBuilder<unknown>, lower: string) =>
  sql`regexp_replace(substring(${text} from greatest(1, position(${lower} in lower(${text})) - 30) for 100), '\\s+', ' ', 'g')`;

/** Functions and tools with the text in their source or description, but not in their names. */
const contents = (projectId: string, lower: string, within: string) => sql`
    (select 'function', id, name,
       case when lower(description) like ${within} then slug || ': ' || ${around(sql`description`, lower)}
         else slug || ': ' || ${around(sql`start`, lower)} end,
       null, array[]::text[]
     from (select id, name, slug, description, left(source, ${searchedSource}) as start
       from functions where project_id = ${projectId}) f
     where lower(name) not like ${within} and lower(slug) not like ${within}
       and (lower(description) like ${within} or position(${lower} in lower(start)) > 0)
     limit ${most})
    union all
    (select tool.kind, tool.id, tool.tool_name, endpoint.slug || ': ' || ${around(sql`tool.description`, lower)},
       tool.endpoint_id, array[]::text[]
     from mcp_bindings tool join runtime_endpoints endpoint on endpoint.id = tool.endpoint_id
     where tool.project_id = ${projectId} and lower(tool.tool_name) not like ${within}
       and lower(coalesce(tool.title, '') || ' ' || coalesce(tool.uri, '')) not like ${within}
       and lower(tool.description) like ${within}
     limit ${most})`;

/** Credentials by name: never by a value. */
const credentials = (projectId: string, text: string, within: string) => sql`
    select 'secret', id, name, environment, null, array[lower(name)]
    from secrets where project_id = ${projectId} and (id = ${text} or lower(name) like ${within})
    union all
    select 'connection', id, name, environment, null, array[lower(name)]
    from connections where project_id = ${projectId} and (id = ${text} or lower(name) like ${within})
    union all
    select 'library', id, name, version, null, array[lower(name)]
    from libraries where project_id = ${projectId} and (id = ${text} or lower(name) like ${within})
    union all
    select 'key', key.id, key.name, endpoint.slug || ', ' || key.environment, key.endpoint_id, array[lower(key.name)]
    from api_keys key join runtime_endpoints endpoint on endpoint.id = key.endpoint_id
    where key.project_id = ${projectId} and key.revoked_at is null
      and (key.id = ${text} or lower(key.name) like ${within} or key.prefix = ${text})`;

/** A shorter text is in almost every source. */
const shortestContent = 3;

/**
 * Everything in the Project whose name or text contains this text, ignoring case; an id, a request id or the key of
 * a run must be complete. Exact names come first, then prefixes of names, prefixes of words in them, the rest of the
 * names, and then contents.
 */
export async function findByText({ tx, projectId }: ProjectScope, given: string): Promise<FoundRow[]> {
  const text = given.trim();
  const lower = text.toLowerCase();
  const within = `%${escapeLike(lower)}%`;
  const begins = `${escapeLike(lower)}%`;
  const words = [" ", "-", "_", ".", "/"].map((separator) => `%${escapeLike(separator + lower)}%`);
  const number = /^#?(\d{1,9})$/.exec(text)?.[1] ?? null;
  const { rows } = await sql<FoundRow>`
    with found as (
      select 'function' as kind, id, name, slug as detail, null as endpoint_id, array[lower(name), lower(slug)] as names
      from functions where project_id = ${projectId} and (id = ${text} or lower(name) like ${within} or lower(slug) like ${within})
      union all
      select 'endpoint', id, name, kind || ' ' || slug, null, array[lower(name), lower(slug)]
      from runtime_endpoints
      where project_id = ${projectId} and (id = ${text} or lower(name) like ${within} or lower(slug) like ${within})
      union all
      select tool.kind, tool.id, tool.tool_name, endpoint.slug, tool.endpoint_id,
        array[lower(tool.tool_name), lower(coalesce(tool.title, '')), lower(coalesce(tool.uri, ''))]
      from mcp_bindings tool join runtime_endpoints endpoint on endpoint.id = tool.endpoint_id
      where tool.project_id = ${projectId}
        and (tool.id = ${text} or lower(tool.tool_name) like ${within} or lower(tool.title) like ${within}
          or lower(tool.uri) like ${within})
      union all
      select 'route', route.id, route.method || ' ' || route.path, endpoint.slug, route.endpoint_id,
        array[lower(route.method || ' ' || route.path), lower(route.path)]
      from http_bindings route join runtime_endpoints endpoint on endpoint.id = route.endpoint_id
      where route.project_id = ${projectId}
        and (route.id = ${text} or lower(route.method || ' ' || route.path) like ${within})
      union all
      select 'cron', id, name, schedule || ' ' || timezone || ', ' || environment, null, array[lower(name)]
      from cron_bindings where project_id = ${projectId} and (id = ${text} or lower(name) like ${within})
      union all
      select 'collection', id, name, description, null, array[lower(name)]
      from data_collections where project_id = ${projectId} and (id = ${text} or lower(name) like ${within})
      union all
      select 'deployment', id, '#' || number, kind || ' to ' || target || ', ' || status, null, array[${lower}]
      from deployments where project_id = ${projectId} and (id = ${text} or number = ${number}::integer)
      union all
      (select 'execution', id, request_id, function_name || ', ' || status, null, array[${lower}]
       from executions where project_id = ${projectId} and request_id = ${text} order by started_at desc limit 5)
      union all
      (select 'execution', id, request_id, function_name || ', ' || status, null, array[${lower}]
       from executions where project_id = ${projectId} and id = ${text} limit 1)
      union all
      ${credentials(projectId, text, within)}
      union all
      ${runsNamed(projectId, text)}
      ${lower.length < shortestContent ? sql`` : sql`union all ${contents(projectId, lower, within)}`}
    )
    select kind, id, name, detail, endpoint_id from found
    order by case
        when cardinality(names) = 0 then 4
        when id = ${text} or ${lower} = any(names) then 0
        when exists (select from unnest(names) as one where one like ${begins}) then 1
        when exists (select from unnest(names) as one where one like any(${words}::text[])) then 2
        else 3
      end, length(name), name, kind, id
    limit ${most}`.execute(tx);
  return rows;
}
