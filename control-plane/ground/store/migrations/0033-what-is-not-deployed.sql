-- Only Functions that are bound or scheduled are built and deployed. The others are told with what is known to be wrong with them.

-- [{ functionId, slug, problems }]
alter table deployments add column not_deployed json not null default '[]';
-- What the last build or validation of this source refused; null: nothing, or it has not been checked.
alter table functions add column problems json;

-- Which Functions the enabled bindings of a deployment call. The endpoint or Function may be gone by now, so these name it
-- without a reference.
create table deployment_bindings (
  deployment_id text not null references deployments (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  function_id text not null,
  primary key (deployment_id, function_id, endpoint_id)
);
create index deployment_bindings_function on deployment_bindings (project_id, function_id);
select ferrule_protect('deployment_bindings');

select set_config('ferrule.scope', 'installation', true);
with held as materialized (
  select a.digest, a.project_id, e ->> 'id' as endpoint_id, b ->> 'functionId' as function_id
  from artifacts a, jsonb_array_elements(a.manifest::jsonb -> 'endpoints') as e,
    jsonb_array_elements((e -> 'tools') || (e -> 'routes')) as b
  where (b ->> 'enabled')::boolean
)
insert into deployment_bindings (deployment_id, project_id, endpoint_id, function_id)
select distinct d.id, d.project_id, held.endpoint_id, held.function_id
from deployments d join held on held.digest = d.digest and held.project_id = d.project_id;
insert into deployment_bindings (deployment_id, project_id, endpoint_id, function_id)
select distinct d.id, d.project_id, e ->> 'id', b ->> 'functionId'
from deployments d, jsonb_array_elements(d.snapshot::jsonb -> 'endpoints') as e,
  jsonb_array_elements((e -> 'tools') || (e -> 'routes')) as b
where d.snapshot is not null and d.digest is null and (b ->> 'enabled')::boolean;
select set_config('ferrule.scope', '', true);

-- A run without an endpoint has the grants of the endpoints that the Function is bound to: as deployed where it runs, so that
-- an edit of the drafts takes nothing away from it, and as drafted, for tests.
create or replace function ferrule_granted_collection(project text, place text, wanted text, caller text, through text)
returns table (id text, name text, indexes jsonb, unique_keys jsonb, ttl_seconds integer, active_version integer,
  may_read boolean, may_write boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
    select c.id, c.name, c.indexes, c.unique_keys, c.ttl_seconds,
      case when place = 'development' then c.newest_version else (
        select (a.collection_versions ->> c.id)::integer from project_targets t join artifacts a on a.digest = t.digest
        where t.project_id = project and t.environment = place) end,
      coalesce(granted.may_read, false), coalesce(granted.may_write, false)
    from data_collections c left join lateral (
      select bool_or(g.access <> 'write') as may_read, bool_or(g.access <> 'read') as may_write
      from data_collection_grants g
      where g.project_id = project and g.collection_id = c.id and g.environment = place
        and (g.function_id = caller or g.endpoint_id = through or (through is null and g.endpoint_id in (
          select b.endpoint_id from project_targets t
            join deployment_bindings b on b.deployment_id = t.deployment_id and b.function_id = caller
            where t.project_id = project and t.environment = place
          union all select b.endpoint_id from mcp_bindings b where b.project_id = project and b.function_id = caller
          union all select b.endpoint_id from http_bindings b where b.project_id = project and b.function_id = caller)))
    ) granted on true
    where c.project_id = project and c.name = wanted;
end $$;
