-- Entries of a Project's cache, of which no two are the same one, in one statement that sets its own scope. Whatever locks
-- several locks in this order, so that no two batches wait for each other.
create function ferrule_write_cache(project text, environments text[], tenants text[], keys text[], contents text[],
  functions text[], ttls integer[])
returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform set_config('ferrule.project_id', project, true);
  insert into cache_entries (project_id, environment, tenant_id, key, value, size_bytes, function_id, expires_at)
  select project, given.environment, given.tenant_id, given.key, given.content, octet_length(given.content),
    given.function_id, now() + given.ttl * interval '1 second'
  from unnest(environments, tenants, keys, contents, functions, ttls)
    as given (environment, tenant_id, key, content, function_id, ttl)
  order by given.environment collate "C", given.tenant_id collate "C", given.key collate "C"
  on conflict (project_id, environment, tenant_id, key) do update set value = excluded.value,
    size_bytes = excluded.size_bytes, function_id = excluded.function_id, expires_at = excluded.expires_at;
end $$;
