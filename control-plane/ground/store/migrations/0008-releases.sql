-- Releases and rollbacks.

-- The secrets that an artifact's Functions declare, so that a list of deployments can say which of them production lacks.
alter table artifacts add column secret_names jsonb not null default '[]';
select set_config('ferrule.scope', 'installation', true);
update artifacts set secret_names = coalesce(
  (select jsonb_agg(distinct declared.name)
   from jsonb_array_elements(manifest::jsonb -> 'functions') as f,
     jsonb_array_elements_text(f -> 'permissions' -> 'secrets') as declared (name)), '[]');
select set_config('ferrule.scope', '', true);

-- What a rollback returns to: the newest of a target that is older than a number.
create index deployments_returned_to on deployments (project_id, target, number desc)
  where status = 'completed' and kind in ('deploy', 'release');

-- A development deployment moves Development whatever it serves.
alter table project_targets add constraint project_targets_pinned check (not pinned or environment = 'production');

-- The Libraries that a deployment was built with. The Library may be gone by now, so these name it without a reference.
create table deployment_libraries (
  deployment_id text not null references deployments (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  import_name text not null,
  kind text not null check (kind in ('source', 'npm')),
  -- The package's version, or the SHA-256 (hex) of the source.
  content text not null,
  primary key (deployment_id, import_name)
);
create index deployment_libraries_project on deployment_libraries (project_id);
select ferrule_protect('deployment_libraries');
