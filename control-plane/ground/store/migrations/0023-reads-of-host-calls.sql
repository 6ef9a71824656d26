-- What calls of Functions read most, in one statement each that sets its own scope: one way to the database and back, and
-- plans that its connections keep. Row-level security holds as it does in a transaction of the Project.

-- The values of entries of the cache, in the order asked; null where there is none, or it has expired.
create function ferrule_read_cache(project text, environments text[], tenants text[], keys text[])
returns table (value text) language plpgsql as $$
begin
  perform set_config('ferrule.project_id', project, true);
  return query
    select found.value
    from unnest(environments, tenants, keys) with ordinality as asked (environment, tenant_id, key, place)
    left join lateral (
      select entry.value from cache_entries entry
      where entry.project_id = project and entry.environment = asked.environment and entry.tenant_id = asked.tenant_id
        and entry.key = asked.key and entry.expires_at > now()
    ) found on true
    order by asked.place;
end $$;

-- A collection by its name, the version of its schema that an environment uses (null: Production has none yet), and what a
-- call of a Function through an endpoint was granted: the Function itself, or the endpoint. A run without an endpoint has the
-- grants of the endpoints that the Function is bound to. To plan this costs many times what running it does, and what it is
-- asked changes the plan little: each connection keeps one.
create function ferrule_granted_collection(project text, place text, wanted text, caller text, through text)
returns table (id text, name text, indexes jsonb, unique_keys jsonb, ttl_seconds integer, active_version integer,
  may_read boolean, may_write boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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
          select b.endpoint_id from mcp_bindings b where b.project_id = project and b.function_id = caller
          union all select b.endpoint_id from http_bindings b where b.project_id = project and b.function_id = caller)))
    ) granted on true
    where c.project_id = project and c.name = wanted;
end $$;

-- One record as a call of a Function sees it: no row when it was not granted to read the collection, and one without an id
-- when there is no such record. The record is read as `records_role`, when there is one, in its own place alone.
create function ferrule_read_record(project text, place text, tenant text, caller text, through text, collection text,
  record_id text, records_role text)
returns table ("collectionId" text, "activeVersion" integer, id text, version integer, data jsonb, revision integer,
  "createdAt" timestamptz, "updatedAt" timestamptz, "expiresAt" timestamptz)
language plpgsql as $$
declare
  granted record;
begin
  perform set_config('ferrule.project_id', project, true);
  select * into granted from ferrule_granted_collection(project, place, collection, caller, through);
  if not found or not granted.may_read then return; end if;
  perform set_config('ferrule.collection_id', granted.id, true), set_config('ferrule.environment', place, true),
    set_config('ferrule.tenant_id', tenant, true), set_config('ferrule.records', '', true);
  if records_role is not null then perform set_config('role', records_role, true); end if;
  return query
    select granted.id, granted.active_version, r.id, r.version, r.data, r.revision, r.created_at, r.updated_at,
      r.expires_at
    from (select) one left join records r on r.project_id = project and r.collection_id = granted.id
      and r.environment = place and r.tenant_id = tenant and r.id = record_id
      and (r.expires_at is null or r.expires_at > now());
end $$;
