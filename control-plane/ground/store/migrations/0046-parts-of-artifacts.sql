-- Functions and endpoints of artifacts by content: what two deployments have in common is stored once.
create table artifact_parts (
  project_id text not null references projects (id) on delete cascade,
  -- SHA-256 (hex) of the canonical JSON.
  digest text not null,
  -- As it was written, with a schema's properties in their order.
  content text not null,
  canonical text not null,
  -- What bindings are checked by, and the code; of a Function.
  facts json,
  bundle_digest text,
  created_at timestamptz not null default now(),
  primary key (project_id, digest)
);
create index artifact_parts_bundle on artifact_parts (bundle_digest) where bundle_digest is not null;
select ferrule_protect('artifact_parts');

-- An artifact is a head that names its parts, or the whole manifest if it is from before.
alter table artifacts alter column manifest drop not null,
  add column head json,
  add column connection_names jsonb;

-- The Functions or the endpoints of an artifact, all or one of them, whichever way it is stored.
create function ferrule_artifact_items(wanted text, kind text, item text default null) returns setof jsonb
language sql stable as $$
  select part.content::jsonb
  from artifacts a cross join lateral json_array_elements(a.head -> kind) as held
  join artifact_parts part on part.project_id = a.project_id and part.digest = held ->> 1
  where a.digest = wanted and a.head is not null and (item is null or held ->> 0 = item)
  union all
  select held
  from artifacts a cross join lateral jsonb_array_elements(a.manifest::jsonb -> kind) as held
  where a.digest = wanted and a.head is null and (item is null or held ->> 'id' = item)
$$;

-- The build of each Function's last built revision, so that a deployment sends and builds only what has changed since.
create table function_builds (
  project_id text not null references projects (id) on delete cascade,
  function_id text not null,
  revision integer not null,
  -- What the build depends on besides the revision: the worker's builder, and the SHA-256 (hex) of Libraries and of types.
  builder text not null,
  context text not null,
  -- Goes with the result: without it the Function is built again.
  key text not null references build_results (key) on delete cascade,
  -- The digest of its entry in an artifact.
  part text not null,
  primary key (project_id, function_id),
  foreign key (project_id, part) references artifact_parts (project_id, digest),
  foreign key (project_id, function_id) references functions (project_id, id) on delete cascade
);
create index function_builds_key on function_builds (key);
create index function_builds_part on function_builds (project_id, part);
select ferrule_protect('function_builds');
