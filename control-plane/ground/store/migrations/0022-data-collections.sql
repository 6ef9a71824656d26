-- Data collections: their schema versions, who was granted what, and their records.

create table data_collections (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  description text not null default '',
  newest_version integer not null default 1,
  -- Lists of field paths: the n-th is kept in the column unique_n or key_n of its records.
  unique_keys jsonb not null default '[]',
  indexes jsonb not null default '[]',
  ttl_seconds integer check (ttl_seconds >= 1),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint data_collections_name_taken unique (project_id, name),
  constraint data_collections_of_project unique (project_id, id)
);
create index data_collections_newest on data_collections (project_id, id desc);
select ferrule_protect('data_collections');

-- Never changed once written.
create table data_collection_versions (
  collection_id text not null,
  version integer not null,
  project_id text not null,
  -- json, not jsonb: the order of properties is the author's.
  schema json not null,
  -- Steps that make data of the version before fit; null: none are needed.
  mapping json,
  compatibility jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (collection_id, version),
  foreign key (project_id, collection_id) references data_collections (project_id, id) on delete cascade
);
create index data_collection_versions_project on data_collection_versions (project_id);
select ferrule_protect('data_collection_versions');

create table data_collection_grants (
  id text primary key,
  project_id text not null,
  collection_id text not null,
  function_id text references functions (id) on delete cascade,
  endpoint_id text references runtime_endpoints (id) on delete cascade,
  environment text not null check (environment in ('development', 'production')),
  access text not null check (access in ('read', 'write', 'read-write')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint data_collection_grants_subject check (num_nonnulls(function_id, endpoint_id) = 1),
  constraint data_collection_grants_once unique nulls not distinct (collection_id, environment, function_id, endpoint_id),
  foreign key (project_id, collection_id) references data_collections (project_id, id) on delete cascade
);
create index data_collection_grants_project on data_collection_grants (project_id);
create index data_collection_grants_function on data_collection_grants (function_id) where function_id is not null;
create index data_collection_grants_endpoint on data_collection_grants (endpoint_id) where endpoint_id is not null;
select ferrule_protect('data_collection_grants');

-- Which versions of collections an artifact was built with: { "col_…": 3 }.
alter table artifacts add column collection_versions jsonb not null default '{}';

-- How far the rewriting of an environment's records by mappings has come.
create table record_migrations (
  collection_id text not null,
  environment text not null,
  project_id text not null,
  -- Records of an older version than this are rewritten to it.
  version integer not null,
  -- The tenant and id behind which the next batch begins.
  after_tenant text not null default '',
  after_id text not null default '',
  migrated integer not null default 0,
  -- Records that did not fit in spite of their mapping, and stayed as they were.
  failed integer not null default 0,
  finished_at timestamptz(3),
  primary key (collection_id, environment),
  foreign key (project_id, collection_id) references data_collections (project_id, id) on delete cascade
);
create index record_migrations_project on record_migrations (project_id);
select ferrule_protect('record_migrations');

-- A text for each JSON value, such that their order by code units is: missing, null, false, true, numbers, texts, and
-- arrays and objects alike. A number is its IEEE 754 bits, flipped so that they sort. With row-level security only
-- comparisons of plain columns by leakproof operators, which those of text are, may become conditions of an index.
create function ferrule_sort_key(value jsonb) returns text language sql immutable parallel safe as $$
  select case jsonb_typeof(value)
    when 'null' then '1'
    when 'boolean' then case when value = 'true'::jsonb then '2t' else '2f' end
    when 'number' then '3' || (
      select case when number >= 0 then to_hex(8 + (bits >> 60)) || right(hex, 15)
        else lpad(to_hex(~bits), 16, '0') end
      from (select (value #>> '{}')::float8 + 0.0 as number) as given,
        lateral (select encode(float8send(number), 'hex') as hex) as sent,
        lateral (select ('x' || hex)::bit(64)::bigint as bits) as read)
    when 'string' then '4' || (value #>> '{}')
    when 'array' then '5'
    when 'object' then '5'
    else '0'
  end
$$;

-- One text for the values of a unique key; null, and so never the same as another, when one of them is missing or null.
create function ferrule_unique_key(data jsonb, paths jsonb) returns text language sql immutable parallel safe as $$
  select case when bool_or(part in ('0', '1')) then null
    else encode(sha256(convert_to(string_agg(length(part) || ':' || part, ',' order by place), 'UTF8')), 'hex') end
  from jsonb_array_elements_text(paths) with ordinality as path (name, place),
    lateral (select case when jsonb_typeof(data #> string_to_array(name, '.')) in ('array', 'object')
      then (data #> string_to_array(name, '.'))::text
      else ferrule_sort_key(data #> string_to_array(name, '.')) end as part) as value
$$;

create table records (
  collection_id text not null,
  environment text not null check (environment in ('development', 'production')),
  tenant_id text not null,
  id text not null,
  project_id text not null,
  -- Of the schema it was written with.
  version integer not null,
  data jsonb not null,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  -- Who wrote it last: says what a check that has begun earlier has not seen.
  changed_in xid8 not null default pg_current_xact_id(),
  key_1 text collate "C", key_2 text collate "C", key_3 text collate "C", key_4 text collate "C",
  key_5 text collate "C", key_6 text collate "C", key_7 text collate "C", key_8 text collate "C",
  unique_1 text collate "C", unique_2 text collate "C", unique_3 text collate "C", unique_4 text collate "C",
  primary key (collection_id, environment, tenant_id, id)
) with (fillfactor = 90);
create index records_created on records (collection_id, environment, tenant_id, created_at, id);
create index records_expiry on records (expires_at) where expires_at is not null;
create index records_project on records (project_id);
create index records_key_1 on records (collection_id, environment, tenant_id, key_1, id) where key_1 is not null;
create index records_key_2 on records (collection_id, environment, tenant_id, key_2, id) where key_2 is not null;
create index records_key_3 on records (collection_id, environment, tenant_id, key_3, id) where key_3 is not null;
create index records_key_4 on records (collection_id, environment, tenant_id, key_4, id) where key_4 is not null;
create index records_key_5 on records (collection_id, environment, tenant_id, key_5, id) where key_5 is not null;
create index records_key_6 on records (collection_id, environment, tenant_id, key_6, id) where key_6 is not null;
create index records_key_7 on records (collection_id, environment, tenant_id, key_7, id) where key_7 is not null;
create index records_key_8 on records (collection_id, environment, tenant_id, key_8, id) where key_8 is not null;
create unique index records_unique_1 on records (collection_id, environment, tenant_id, unique_1) where unique_1 is not null;
create unique index records_unique_2 on records (collection_id, environment, tenant_id, unique_2) where unique_2 is not null;
create unique index records_unique_3 on records (collection_id, environment, tenant_id, unique_3) where unique_3 is not null;
create unique index records_unique_4 on records (collection_id, environment, tenant_id, unique_4) where unique_4 is not null;

-- Two ways in. A statement about records sees one collection's in one environment of one tenant, whoever runs it. Upkeep
-- (expiry, checks of a new schema, mappings) is the owner's alone: the role that statements about records run as is none.
alter table records enable row level security;
alter table records force row level security;
create policy records_scope on records using (
  project_id = (select current_setting('ferrule.project_id', true))
  and collection_id = (select current_setting('ferrule.collection_id', true))
  and environment = (select current_setting('ferrule.environment', true))
  and tenant_id = (select current_setting('ferrule.tenant_id', true)));
do $$ begin
  execute format('create policy records_upkeep on records to %I using ('
    '(select current_setting(''ferrule.scope'', true)) = ''installation'''
    ' or ((select current_setting(''ferrule.records'', true)) = ''upkeep'''
    ' and project_id = (select current_setting(''ferrule.project_id'', true))))', current_user);
end $$;

-- Writers of records hold this shared, so that what changes a collection never runs beside one.
create function ferrule_lock_records(collection_id text, alone boolean) returns void language plpgsql as $$
begin
  if alone then perform pg_advisory_xact_lock(hashtextextended('ferrule.records:' || collection_id, 0));
  else perform pg_advisory_xact_lock_shared(hashtextextended('ferrule.records:' || collection_id, 0));
  end if;
end $$;

-- In place of a reference from each record, which would lock its collection's row on each insert.
create function ferrule_drop_records() returns trigger language plpgsql as $$
declare
  upkeep text := current_setting('ferrule.records', true);
begin
  perform ferrule_lock_records(old.id, true);
  perform set_config('ferrule.records', 'upkeep', true);
  delete from records where collection_id = old.id and project_id = old.project_id;
  perform set_config('ferrule.records', coalesce(upkeep, ''), true);
  return null;
end $$;
create trigger data_collections_gone after delete on data_collections
  for each row execute function ferrule_drop_records();
