-- What calls of Functions read most is planned once by each connection, by keys alone: a plan that was made while a table was as
-- good as empty reads all of it later, and one that is made anew for each call takes longer than the reading.

create or replace function ferrule_read_cache(project text, environments text[], tenants text[], keys text[])
returns table (value text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform set_config('ferrule.project_id', project, true);
  return query
    select (
      select entry.value from cache_entries entry
      where entry.project_id = project and entry.environment = asked.environment and entry.tenant_id = asked.tenant_id
        and entry.key = asked.key and entry.expires_at > now())
    from unnest(environments, tenants, keys) with ordinality as asked (environment, tenant_id, key, place)
    order by asked.place;
end $$;

alter function ferrule_read_record(text, text, text, text, text, text, text, text)
  set plan_cache_mode = force_generic_plan set enable_seqscan = off;
alter function ferrule_granted_collection(text, text, text, text, text) set enable_seqscan = off;
