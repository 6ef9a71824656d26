-- Folders that are served beside Development.

create table previews (
  id text primary key,
  project_id text not null references projects(id) on delete cascade,
  name text not null,
  created_by text not null references users(id) on delete cascade,
  commit jsonb,
  key_sha256 text,
  build_id text not null,
  status text not null check (status in ('building', 'serving', 'failed')),
  snapshot json,
  next_endpoints jsonb not null,
  outcome json,
  error jsonb,
  served_build_id text,
  digest text,
  endpoints jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null,
  constraint previews_name_taken unique (project_id, name),
  constraint previews_in_project unique (project_id, id),
  constraint previews_served check ((digest is null) = (served_build_id is null))
);
create index previews_newest on previews (project_id, id desc);
create index previews_creator on previews (created_by);
create index previews_ends on previews (ends_at);
create index previews_digest on previews (digest) where digest is not null;
select ferrule_protect('previews');

create table preview_functions (
  preview_id text not null,
  function_id text not null,
  project_id text not null references projects(id) on delete cascade,
  content text not null,
  source text,
  builder text,
  context text,
  key text references build_results(key) on delete set null,
  part text,
  primary key (preview_id, function_id),
  foreign key (project_id, preview_id) references previews(project_id, id) on delete cascade,
  foreign key (project_id, part) references artifact_parts(project_id, digest)
);
create index preview_functions_project on preview_functions (project_id, preview_id);
create index preview_functions_key on preview_functions (key) where key is not null;
create index preview_functions_part on preview_functions (project_id, part) where part is not null;
select ferrule_protect('preview_functions');

comment on table previews is 'Folders that are served beside Development, at addresses of their own.';
comment on column previews.created_by is 'The user who made the preview. It ends with their right to.';
comment on column previews.commit is 'The commit that the source came from: { sha, branch, author, url }.';
comment on column previews.key_sha256 is 'SHA-256 (hex) of the key that opens the endpoints of the preview.';
comment on column previews.build_id is 'The build of the newest source.';
comment on column previews.snapshot is 'The source as a build gets it, until the build has ended.';
comment on column previews.next_endpoints is 'The endpoints of the newest source, with what a worker has to know of them.';
comment on column previews.outcome is 'Of the last build: { built, diagnostics, warnings }.';
comment on column previews.error is 'Why the last build failed.';
comment on column previews.served_build_id is 'The build that is served; null: none yet.';
comment on column previews.digest is 'The artifact that is served.';
comment on column previews.endpoints is 'The endpoints that are served.';
comment on column previews.ends_at is 'When it ends if nobody serves it again.';
comment on table preview_functions is 'The Functions of each preview''s newest source, with their builds.';
comment on column preview_functions.content is 'What is built: r and the number of a saved revision, or the SHA-256 (hex) of a text that no revision has.';
comment on column preview_functions.source is 'A text that no revision has.';
comment on column preview_functions.builder is 'The version of the builder of the worker that built it; null: it is not built.';
comment on column preview_functions.context is 'SHA-256 (hex) of the Libraries and types that the build depends on.';
comment on column preview_functions.key is 'The result of the build.';
comment on column preview_functions.part is 'The digest of its entry in an artifact.';

-- A build belongs to a deployment or to a preview. Of each, one is built at a time.
alter table jobs add column preview_id text references previews(id) on delete cascade;
comment on column jobs.preview_id is 'The preview that a build is for; null: a deployment.';
alter table jobs drop constraint jobs_build_deployment;
alter table jobs add constraint jobs_build_subject
  check (num_nonnulls(deployment_id, preview_id) = case when kind = 'build' then 1 else 0 end);
create index jobs_preview on jobs (preview_id) where preview_id is not null;
drop index jobs_one_build;
create unique index jobs_one_build on jobs (project_id, coalesce(preview_id, ''))
  where kind = 'build' and status = 'running';

-- What workers hear of a policy.
create function ferrule_policy_state(caller jsonb, permissions jsonb, origins jsonb, addresses jsonb, limits jsonb)
returns jsonb language sql immutable as $$
  select jsonb_build_object('callerMode', caller ->> 'mode', 'permissions', permissions, 'allowedOrigins', origins)
    || ferrule_mode_state(caller) || ferrule_limits_state(addresses, limits)
$$;

-- As before, with the policies read by the function above.
create or replace function ferrule_endpoint_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'endpoint', 'id', e.id, 'projectId', e.project_id, 'slug', e.slug, 'endpointKind', e.kind,
    'status', e.status,
    'limits', jsonb_build_object('requestsPerMinute', e.requests_per_minute, 'maxBodyBytes', e.max_body_bytes),
    'policies', (
      select jsonb_object_agg(environment, coalesce(
        (select ferrule_policy_state(a.caller, a.permissions, a.allowed_origins, a.allowed_addresses, a.limits)
         from auth_policies a where a.endpoint_id = e.id and a.environment = environments.environment),
        '{"callerMode":"api-key","allowedOrigins":[],
          "permissions":{"secrets":[],"hosts":[],"collections":[],"cache":false}}'))
      from (values ('development'), ('production')) as environments (environment)))
  from runtime_endpoints e where e.id = wanted
$$;

create function ferrule_preview_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'preview', 'id', p.id, 'projectId', p.project_id, 'name', p.name, 'deploymentId', p.served_build_id,
    'digest', p.digest, 'keySha256', p.key_sha256,
    'endpoints', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e -> 'id', 'slug', e -> 'slug', 'endpointKind', e -> 'kind', 'status', e -> 'status',
        'limits', e -> 'limits', 'policy', ferrule_policy_state(e #> '{policy,caller}', e #> '{policy,permissions}',
          e #> '{policy,allowedOrigins}', e #> '{policy,allowedAddresses}', e #> '{policy,limits}')) order by place), '[]')
      from jsonb_array_elements(p.endpoints) with ordinality as held (e, place)))
  from previews p where p.id = wanted and p.digest is not null
$$;

create constraint trigger previews_state_born after insert or delete on previews
  deferrable initially deferred for each row execute function ferrule_state_changed('preview', 'id');
create constraint trigger previews_state_changed after update on previews
  deferrable initially deferred for each row
  when ((old.name, old.key_sha256, old.served_build_id, old.digest, old.endpoints)
    is distinct from (new.name, new.key_sha256, new.served_build_id, new.digest, new.endpoints))
  execute function ferrule_state_changed('preview', 'id');

-- Who may not make previews any more has none, and an archived Project has none, whatever statement says so. A worker that completes a build
-- locks its job first, so the jobs go first.
create function ferrule_end_previews() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
  ended text[];
begin
  perform set_config('ferrule.scope', 'installation', true);
  if tg_table_name = 'users' then
    select array_agg(id) into ended from previews where created_by = new.id;
  else
    select array_agg(id) into ended from previews where project_id = new.id;
  end if;
  delete from jobs where preview_id = any(ended);
  delete from previews where id = any(ended);
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger users_end_previews after update on users for each row
  when ((old.status, old.role) is distinct from (new.status, new.role)
    and (new.status <> 'active' or new.role not in ('owner', 'admin', 'developer')))
  execute function ferrule_end_previews();
create trigger projects_end_previews after update on projects for each row
  when (old.status <> new.status and new.status = 'archived') execute function ferrule_end_previews();
