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
  primary key (project_id, function_id),
  foreign key (project_id, function_id) references functions (project_id, id) on delete cascade
);
create index function_builds_key on function_builds (key);
select ferrule_protect('function_builds');
