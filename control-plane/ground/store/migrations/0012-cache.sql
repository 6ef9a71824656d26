-- What Functions cache. Unlogged: written without the log that makes PostgreSQL's tables survive a crash, and emptied by
-- recovery from one, as a cache may be. Keys in the order of their bytes, so that those with one prefix stand together.
create unlogged table cache_entries (
  -- Refers to nothing: a foreign key would lock the Project's row with each write. A trigger below removes what goes with it.
  project_id text not null,
  environment text not null check (environment in ('development', 'production')),
  tenant_id text not null,
  key text collate "C" not null,
  -- The JSON text as the Function's worker wrote it.
  value text not null,
  size_bytes integer not null,
  function_id text not null,
  expires_at timestamptz(3) not null,
  primary key (project_id, environment, tenant_id, key)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index cache_entries_expiry on cache_entries (expires_at);
select ferrule_protect('cache_entries');

create function ferrule_project_cache_gone() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
begin
  perform set_config('ferrule.scope', 'installation', true);
  delete from cache_entries where project_id = old.id;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;

create trigger projects_cache_gone after delete on projects
  for each row execute function ferrule_project_cache_gone();
