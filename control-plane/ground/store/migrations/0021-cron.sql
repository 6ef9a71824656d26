-- Cron bindings and their runs. Live: no part of an artifact, and nothing that workers follow.

create table cron_bindings (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  function_id text not null,
  environment text not null check (environment in ('development', 'production')),
  schedule text not null,
  timezone text not null,
  tenant_id text not null,
  -- json, not jsonb: the order of its keys is the author's.
  input json not null,
  enabled boolean not null,
  overlap text not null check (overlap in ('skip', 'allow')),
  max_attempts integer not null,
  backoff_ms integer not null,
  catch_up integer not null,
  pause_after_failures integer,
  consecutive_failures integer not null default 0,
  paused_at timestamptz(3),
  pause_reason text,
  -- The occurrence that is to fire next; null: none, because it is disabled, its Project archived or its schedule over.
  next_run_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint cron_bindings_in_project unique (project_id, id),
  constraint cron_bindings_function foreign key (project_id, function_id) references functions (project_id, id)
);
create index cron_bindings_due on cron_bindings (next_run_at) where next_run_at is not null;
create index cron_bindings_function on cron_bindings (project_id, function_id);
select ferrule_protect('cron_bindings');

-- One row an occurrence, and one a manual run.
create table cron_runs (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  cron_binding_id text not null,
  trigger text not null check (trigger in ('schedule', 'manual')),
  scheduled_for timestamptz(3) not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'missed')),
  attempt integer not null default 0,
  -- While it is queued: a worker may have it from then on.
  due_at timestamptz(3) not null,
  -- It was missed and is caught up with: its start is late on purpose.
  catches_up boolean not null default false,
  execution_id text,
  request_id text not null,
  requested_by text references users (id) on delete set null,
  reason text,
  worker_id text,
  lease_until timestamptz,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  foreign key (project_id, cron_binding_id) references cron_bindings (project_id, id) on delete cascade
);
-- However many replicas fire, and whatever their clocks say: an occurrence is one row.
create unique index cron_runs_occurrence on cron_runs (cron_binding_id, scheduled_for) where trigger = 'schedule';
create index cron_runs_newest on cron_runs (project_id, cron_binding_id, scheduled_for desc, id desc);
create index cron_runs_unfinished on cron_runs (cron_binding_id, scheduled_for, id) where status in ('queued', 'running');
create index cron_runs_queued on cron_runs (due_at, id) where status = 'queued';
create index cron_runs_leased on cron_runs (lease_until) where status = 'running';
create index cron_runs_held on cron_runs (worker_id) where status = 'running';
create index cron_runs_requester on cron_runs (requested_by) where requested_by is not null;
create index cron_runs_finished on cron_runs (finished_at) where finished_at is not null;
select ferrule_protect('cron_runs');
