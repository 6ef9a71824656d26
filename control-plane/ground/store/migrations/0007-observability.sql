-- Executions: in which order they were recorded, their sums for the dashboard, what runs just now, and on which workers.

-- One row a recorded batch and Project. Its sequence is taken under a lock of the Project that is held until the commit,
-- so whoever has seen one has seen, or can see, all before it. Kept for an hour, for streams that come back.
create table execution_batches (
  sequence bigint generated always as identity primary key,
  project_id text not null references projects (id) on delete cascade,
  recorded_at timestamptz(3) not null default now(),
  ids text[] not null,
  started_ats timestamptz(3)[] not null
);
create index execution_batches_project on execution_batches (project_id, sequence);
create index execution_batches_age on execution_batches (recorded_at);
select ferrule_protect('execution_batches');

-- Sums over `seconds` (60 or 900) from bucket_at on, of one Function, and under function_id '' of all. Tests are left
-- out. durations[n] counts the calls whose duration fell into the n-th step of a logarithmic scale.
create table execution_rollups (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  seconds integer not null check (seconds in (60, 900)),
  bucket_at timestamptz(0) not null,
  function_id text not null,
  function_name text not null,
  calls integer not null,
  failed integer not null,
  rejected integer not null,
  cancelled integer not null,
  durations integer[] not null,
  primary key (project_id, environment, seconds, bucket_at, function_id)
);
create index execution_rollups_age on execution_rollups (seconds, bucket_at);
select ferrule_protect('execution_rollups');

create function ferrule_add_counts(one integer[], other integer[]) returns integer[] language sql immutable as $$
  select array_agg(a + b order by n) from unnest(one, other) with ordinality as counts (a, b, n)
$$;

-- The workers that have reported, by their own account.
create table workers (
  id text primary key,
  version text not null,
  running integer not null,
  waiting integer not null,
  capacity integer not null,
  started_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null default now()
);

-- Calls and tests that have been running for a while, as their workers last reported them.
create table running_executions (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  request_id text not null,
  environment text not null,
  function_id text,
  function_name text not null,
  endpoint_id text,
  source text not null,
  tenant_id text not null,
  started_at timestamptz(3) not null,
  worker_id text not null,
  seen_at timestamptz(3) not null default now(),
  -- Somebody wants it ended; its worker hears of it with the answer to its next report.
  cancelled_at timestamptz(3)
);
create index running_executions_project on running_executions (project_id, started_at desc);
create index running_executions_worker on running_executions (worker_id);
select ferrule_protect('running_executions');

-- Each filter of the list has an index in the list's order, whatever its values are: with one that leaves out the common
-- value, or none, a filter by what is rare in this Project would read all its rows.
drop index executions_tenant;
create index executions_tenant on executions (project_id, tenant_id, started_at desc, id desc);
drop index executions_unsuccessful;
create index executions_status on executions (project_id, status, started_at desc, id desc);
create index executions_source on executions (project_id, source, started_at desc, id desc);
create index executions_environment on executions (project_id, environment, started_at desc, id desc);
