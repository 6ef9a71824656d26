-- A change that changes nothing is no revision, whatever statement makes it.
create function ferrule_keep_unchanged() returns trigger language plpgsql as $$
declare
  unchanged record := new;
begin
  unchanged.revision := old.revision;
  unchanged.updated_at := old.updated_at;
  -- As text, in which also the order of a schema's fields counts; of the type json nothing can be compared.
  if unchanged::text = old::text then return old; end if;
  return new;
end $$;

do $$
declare
  resource text;
begin
  foreach resource in array array['projects', 'users', 'functions', 'runtime_endpoints', 'mcp_bindings', 'http_bindings',
    'auth_policies', 'libraries', 'cron_bindings', 'data_collections', 'data_collection_grants']
  loop
    -- Named to fire before others, which see what is stored.
    execute format('create trigger a_keeps_unchanged before update on %I for each row
      when (new.revision is distinct from old.revision) execute function ferrule_keep_unchanged()', resource);
  end loop;
end $$;
