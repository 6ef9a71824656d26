-- Connections to databases that Functions ask, by environment. The URL is sealed as a secret's value is.
create table connections (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  environment text not null check (environment in ('development', 'production')),
  name text not null,
  kind text not null check (kind in ('postgresql', 'mysql')),
  -- host:port/database of the URL.
  address text not null,
  tls text not null check (tls in ('verify', 'require', 'off')),
  ca_certificate text,
  read_only boolean not null,
  statement_timeout_ms integer not null,
  max_rows integer not null,
  max_bytes integer not null,
  pool_size integer not null,
  -- Of the URL: what it is sealed for.
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint connections_name_taken unique (project_id, environment, name),
  constraint connections_of_project unique (project_id, id)
);
create index connections_newest on connections (project_id, id desc);
create index connections_key on connections (key_id, id, version);
select ferrule_protect('connections');

-- What a worker read of a connection's tables, for types and the schema browser. Not part of the connection's revision.
create table connection_schemas (
  connection_id text primary key,
  project_id text not null,
  read_at timestamptz(3) not null default now(),
  -- json, not jsonb: the order of columns is the table's.
  tables json not null,
  truncated boolean not null,
  foreign key (project_id, connection_id) references connections (project_id, id) on delete cascade
);
create index connection_schemas_project on connection_schemas (project_id);
select ferrule_protect('connection_schemas');

create function ferrule_connection_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'connection', 'id', wanted, 'projectId', c.project_id, 'environment', c.environment,
    'name', c.name, 'version', c.id || ':' || c.revision)
  from connections c
  where c.project_id = split_part(wanted, ':', 1) and c.environment = split_part(wanted, ':', 2)
    and c.name = split_part(wanted, ':', 3)
$$;

create function ferrule_connection_changed() returns trigger language plpgsql set search_path from current as $$
declare
  changed connections := coalesce(new, old);
begin
  perform ferrule_publish_state('connection', changed.project_id || ':' || changed.environment || ':' || changed.name);
  return null;
end $$;

create constraint trigger connections_state_born after insert or delete on connections
  deferrable initially deferred for each row execute function ferrule_connection_changed();
create constraint trigger connections_state_changed after update on connections
  deferrable initially deferred for each row
  when (old.revision is distinct from new.revision) execute function ferrule_connection_changed();
