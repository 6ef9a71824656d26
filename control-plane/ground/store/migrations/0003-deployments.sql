-- Deployments, their artifacts and jobs; executions; and the feed of what runtimes must know.

create table deployments (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  number integer not null,
  target text not null check (target in ('development', 'production')),
  kind text not null check (kind in ('deploy', 'release', 'rollback')),
  status text not null default 'queued'
    check (status in ('queued', 'building', 'activating', 'completed', 'failed', 'cancelled')),
  source_deployment_id text references deployments (id) on delete set null,
  message text not null default '',
  requested_by text references users (id) on delete set null,
  -- The frozen drafts that a development deployment is built from, until it is completed. json, which keeps the order of
  -- a schema's properties, where jsonb would sort them.
  snapshot json,
  digest text,
  changes jsonb not null default '[]',
  progress jsonb not null default '{"done":0,"total":0,"step":"queued"}',
  error jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  revision integer not null default 1,
  constraint deployments_number unique (project_id, number)
);
create index deployments_unfinished on deployments (project_id) where status in ('queued', 'building', 'activating');
create index deployments_source on deployments (source_deployment_id) where source_deployment_id is not null;
create index deployments_requester on deployments (requested_by);
select ferrule_protect('deployments');

create table deployment_log (
  deployment_id text not null references deployments (id) on delete cascade,
  sequence bigint generated always as identity,
  project_id text not null references projects (id) on delete cascade,
  at timestamptz(3) not null default now(),
  level text not null check (level in ('debug', 'info', 'warn', 'error')),
  message text not null,
  data jsonb,
  primary key (deployment_id, sequence)
);
create index deployment_log_project on deployment_log (project_id);
select ferrule_protect('deployment_log');

-- What a deployment holds. The Function or endpoint may be gone by now, so these name it without a reference.
create table deployment_functions (
  deployment_id text not null references deployments (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  function_id text not null,
  revision integer not null,
  primary key (deployment_id, function_id)
);
create index deployment_functions_function on deployment_functions (project_id, function_id);
select ferrule_protect('deployment_functions');

create table deployment_endpoints (
  deployment_id text not null references deployments (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  primary key (deployment_id, endpoint_id)
);
create index deployment_endpoints_endpoint on deployment_endpoints (project_id, endpoint_id);
select ferrule_protect('deployment_endpoints');

-- What each environment serves; no row: nothing yet.
create table project_targets (
  project_id text not null references projects (id) on delete cascade,
  environment text not null check (environment in ('development', 'production')),
  deployment_id text not null references deployments (id),
  digest text not null,
  pinned boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, environment)
);
create index project_targets_deployment on project_targets (deployment_id);
select ferrule_protect('project_targets');

-- As text, so that a schema's properties stay in their order. The digest is that of its canonical JSON.
create table artifacts (
  digest text primary key,
  project_id text not null references projects (id) on delete cascade,
  manifest text not null,
  created_at timestamptz not null default now()
);
create index artifacts_project on artifacts (project_id);
select ferrule_protect('artifacts');

-- Content-addressed, so that Projects and deployments share equal code.
create table bundles (
  digest text primary key,
  code text not null,
  source_map text not null,
  created_at timestamptz not null default now()
);

create table jobs (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('build', 'validate', 'test')),
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  deployment_id text references deployments (id) on delete cascade,
  payload jsonb not null,
  result jsonb,
  failure jsonb,
  attempt integer not null default 0,
  max_attempts integer not null,
  -- Still queued by then: it fails, because no worker took it.
  claim_by timestamptz not null,
  worker_id text,
  lease_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint jobs_build_deployment check ((kind = 'build') = (deployment_id is not null))
);
create index jobs_queued on jobs (created_at, id) where status = 'queued';
create index jobs_leased on jobs (lease_until) where status = 'running';
create index jobs_finished on jobs (finished_at) where status in ('succeeded', 'failed', 'cancelled');
create index jobs_deployment on jobs (deployment_id) where deployment_id is not null;
create index jobs_unfinished_builds on jobs (project_id, created_at, id)
  where kind = 'build' and status in ('queued', 'running');
-- The claim sees to it already; this makes two builds of one Project at a time impossible.
create unique index jobs_one_build on jobs (project_id) where kind = 'build' and status = 'running';
select ferrule_protect('jobs');

-- Log lines of validations and tests while they run; a build's go to deployment_log.
create table job_events (
  job_id text not null references jobs (id) on delete cascade,
  sequence bigint generated always as identity,
  project_id text not null references projects (id) on delete cascade,
  entry jsonb not null,
  primary key (job_id, sequence)
);
create index job_events_project on job_events (project_id);
select ferrule_protect('job_events');

-- One call each. No references: a record outlives its Function, endpoint and deployment.
create table executions (
  id text not null,
  project_id text not null references projects (id) on delete cascade,
  request_id text not null,
  environment text not null,
  deployment_id text,
  function_id text,
  function_name text not null,
  function_digest text,
  endpoint_id text,
  binding_id text,
  source text not null,
  tenant_id text not null,
  caller jsonb not null,
  status text not null,
  started_at timestamptz(3) not null,
  duration_ms double precision not null,
  queue_ms double precision not null,
  cpu_ms double precision not null,
  cold_start boolean not null,
  input jsonb,
  output jsonb,
  error jsonb,
  logs jsonb not null,
  calls jsonb not null,
  worker_id text not null,
  primary key (id, started_at)
) partition by range (started_at);
create index executions_newest on executions (project_id, started_at desc, id desc);
create index executions_request on executions (project_id, request_id);
create index executions_function on executions (project_id, function_id, started_at desc, id desc);
create index executions_endpoint on executions (project_id, endpoint_id, started_at desc, id desc);
create index executions_tenant on executions (project_id, tenant_id, started_at desc, id desc)
  where tenant_id <> 'default';
create index executions_unsuccessful on executions (project_id, status, started_at desc, id desc)
  where status <> 'succeeded';
select ferrule_protect('executions');

create table executions_default partition of executions default;
select ferrule_protect('executions_default');

-- Runs as the tables' owner, because only an owner may attach and drop partitions. Rows of that day which arrived
-- before their partition existed are moved out of the default one.
create function ferrule_add_execution_partition(day date) returns boolean
language plpgsql security definer set search_path from current as $$
declare
  partition text := 'executions_' || to_char(day, 'YYYYMMDD');
  scope text := current_setting('ferrule.scope', true);
  early timestamptz := day::timestamp at time zone 'UTC';
  late timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass(partition) is not null then return false; end if;
  perform set_config('ferrule.scope', 'installation', true);
  lock table executions_default in access exclusive mode;
  execute format('create table %I (like executions including defaults)', partition);
  execute format(
    'with moved as (delete from executions_default where started_at >= %L and started_at < %L returning *)
     insert into %I select * from moved', early, late, partition);
  execute format('alter table executions attach partition %I for values from (%L) to (%L)', partition, early, late);
  perform ferrule_protect(partition);
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return true;
end $$;

-- Drops the partitions of the days before `day`; answers their names.
create function ferrule_drop_execution_partitions(day date) returns setof text
language plpgsql security definer set search_path from current as $$
declare
  partition text;
begin
  for partition in
    select child.relname from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'executions'::regclass and child.relname ~ '^executions_[0-9]{8}$'
      and child.relname < 'executions_' || to_char(day, 'YYYYMMDD')
  loop
    execute format('drop table %I', partition);
    return next partition;
  end loop;
end $$;

-- The feed of GET /internal/changes: the latest state of each key, under the sequence of its last change. A key that is
-- gone keeps its row with a null state, so that runtimes hear of it.
create table runtime_states (
  key text primary key,
  sequence bigint not null unique,
  state jsonb
);
create table runtime_feed (
  only_row boolean primary key default true check (only_row),
  epoch text not null default gen_random_uuid()::text,
  sequence bigint not null default 0
);
insert into runtime_feed default values;

create function ferrule_rfc3339(at timestamptz) returns text
language sql stable as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

create function ferrule_project_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'project', 'id', p.id, 'slug', p.slug, 'status', p.status,
    'active', jsonb_build_object('development', null, 'production', null) || coalesce(
      (select jsonb_object_agg(t.environment, jsonb_build_object('deploymentId', t.deployment_id, 'digest', t.digest))
       from project_targets t where t.project_id = p.id), '{}'))
  from projects p where p.id = wanted
$$;

-- A policy row that is missing admits nobody: no key opens what no key exists for, and nothing is granted.
create function ferrule_endpoint_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'endpoint', 'id', e.id, 'projectId', e.project_id, 'slug', e.slug, 'endpointKind', e.kind,
    'status', e.status,
    'limits', jsonb_build_object('requestsPerMinute', e.requests_per_minute, 'maxBodyBytes', e.max_body_bytes),
    'policies', (
      select jsonb_object_agg(environment, coalesce(
        (select jsonb_build_object('callerMode', a.caller ->> 'mode', 'permissions', a.permissions,
           'allowedOrigins', a.allowed_origins)
         from auth_policies a where a.endpoint_id = e.id and a.environment = environments.environment),
        '{"callerMode":"api-key","allowedOrigins":[],
          "permissions":{"secrets":[],"hosts":[],"collections":[],"cache":false}}'))
      from (values ('development'), ('production')) as environments (environment)))
  from runtime_endpoints e where e.id = wanted
$$;

create function ferrule_key_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'key', 'id', k.id, 'endpointId', k.endpoint_id, 'environment', k.environment, 'name', k.name,
    'sha256', k.sha256,
    'previous', case when k.previous_sha256 is not null and k.previous_until is not null then
      jsonb_build_object('sha256', k.previous_sha256, 'until', ferrule_rfc3339(k.previous_until)) end,
    'tenantId', k.tenant_id, 'scopes', k.scopes, 'expiresAt', ferrule_rfc3339(k.expires_at))
  from api_keys k where k.id = wanted and k.revoked_at is null
$$;

-- Called when a transaction commits. The feed's row is locked first and until the commit, so sequences are given out in
-- commit order; the state is read after that, so that it holds what the transaction before us committed. Runs in
-- whatever scope the transaction has, and must see the rows in any.
create function ferrule_publish_state(changed_kind text, changed_id text) returns void
language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
  changed_key text := changed_kind || ':' || changed_id;
  held_state jsonb;
  current_state jsonb;
  next_sequence bigint;
begin
  perform 1 from runtime_feed for update;
  perform set_config('ferrule.scope', 'installation', true);
  case changed_kind
    when 'project' then current_state := ferrule_project_state(changed_id);
    when 'endpoint' then current_state := ferrule_endpoint_state(changed_id);
    when 'key' then current_state := ferrule_key_state(changed_id);
  end case;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  select state into held_state from runtime_states where key = changed_key;
  if held_state is not distinct from current_state then return; end if;
  update runtime_feed set sequence = sequence + 1 returning sequence into next_sequence;
  insert into runtime_states (key, sequence, state) values (changed_key, next_sequence, current_state)
  on conflict (key) do update set sequence = excluded.sequence, state = excluded.state;
  perform pg_notify('runtime_states', '');
end $$;

-- One trigger function: its arguments are the kind of key and the column that holds its id.
create function ferrule_state_changed() returns trigger language plpgsql set search_path from current as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform ferrule_publish_state(tg_argv[0], changed ->> tg_argv[1]);
  return null;
end $$;

create constraint trigger projects_state_born after insert or delete on projects
  deferrable initially deferred for each row execute function ferrule_state_changed('project', 'id');
create constraint trigger projects_state_changed after update on projects
  deferrable initially deferred for each row
  when (old.status is distinct from new.status or old.slug is distinct from new.slug)
  execute function ferrule_state_changed('project', 'id');

create constraint trigger project_targets_state_born after insert or delete on project_targets
  deferrable initially deferred for each row execute function ferrule_state_changed('project', 'project_id');
create constraint trigger project_targets_state_changed after update on project_targets
  deferrable initially deferred for each row
  when (old.deployment_id is distinct from new.deployment_id or old.digest is distinct from new.digest)
  execute function ferrule_state_changed('project', 'project_id');

create constraint trigger runtime_endpoints_state_born after insert or delete on runtime_endpoints
  deferrable initially deferred for each row execute function ferrule_state_changed('endpoint', 'id');
create constraint trigger runtime_endpoints_state_changed after update on runtime_endpoints
  deferrable initially deferred for each row
  when ((old.slug, old.status, old.requests_per_minute, old.max_body_bytes)
    is distinct from (new.slug, new.status, new.requests_per_minute, new.max_body_bytes))
  execute function ferrule_state_changed('endpoint', 'id');

create constraint trigger auth_policies_state_born after insert or delete on auth_policies
  deferrable initially deferred for each row execute function ferrule_state_changed('endpoint', 'endpoint_id');
create constraint trigger auth_policies_state_changed after update on auth_policies
  deferrable initially deferred for each row
  when ((old.caller, old.permissions, old.allowed_origins)
    is distinct from (new.caller, new.permissions, new.allowed_origins))
  execute function ferrule_state_changed('endpoint', 'endpoint_id');

create constraint trigger api_keys_state_born after insert or delete on api_keys
  deferrable initially deferred for each row execute function ferrule_state_changed('key', 'id');
create constraint trigger api_keys_state_changed after update on api_keys
  deferrable initially deferred for each row
  when ((old.name, old.sha256, old.previous_sha256, old.previous_until, old.tenant_id, old.scopes, old.expires_at,
    old.revoked_at) is distinct from (new.name, new.sha256, new.previous_sha256, new.previous_until, new.tenant_id,
    new.scopes, new.expires_at, new.revoked_at))
  execute function ferrule_state_changed('key', 'id');
