-- Requests that are answered at once and run later, each until it has succeeded or been tried often enough.

-- How a route does so; null: its caller waits for the Function's answer.
alter table http_bindings add column delivery jsonb;

create table deliveries (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  environment text not null check (environment in ('development', 'production')),
  endpoint_id text not null,
  -- As it was deployed when the delivery came: the draft may have gone since.
  binding_id text not null,
  function_id text not null,
  route text not null,
  tenant_id text not null,
  caller jsonb not null,
  request_id text not null,
  delivery_key text,
  size integer not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'dead', 'discarded')),
  -- How often a worker was given it; a worker runs the same attempt once.
  attempt integer not null default 0,
  -- Attempts that count against the rule's, since it came or was delivered again.
  failures integer not null default 0,
  max_attempts integer not null,
  backoff_ms integer not null,
  horizon_seconds integer not null,
  due_at timestamptz(3) not null,
  -- No attempt begins after this.
  give_up_at timestamptz(3) not null,
  -- Executions of before say nothing of what was delivered again.
  redelivered_at timestamptz(3),
  execution_id text,
  worker_id text,
  lease_until timestamptz,
  reason text,
  received_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The request, sealed as a secret's value is.
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade
);
-- Sealed bytes do not become smaller.
alter table deliveries alter column ciphertext set storage external;
create index deliveries_newest on deliveries (project_id, environment, id desc);
create index deliveries_by_status on deliveries (project_id, environment, status, id desc);
create index deliveries_of_endpoint on deliveries (project_id, endpoint_id, id desc);
create index deliveries_of_request on deliveries (project_id, request_id);
create index deliveries_queued on deliveries (project_id, due_at, id) where status = 'queued';
create index deliveries_waiting on deliveries (project_id) include (size) where status in ('queued', 'running');
create index deliveries_leased on deliveries (lease_until) where status = 'running';
create index deliveries_held on deliveries (worker_id) where status = 'running';
create index deliveries_finished on deliveries (finished_at) where finished_at is not null;
create index deliveries_key on deliveries (key_id, id, version);
select ferrule_protect('deliveries');

-- What came lately, so that the same is not taken twice. It outlasts what became of it.
create table delivery_fingerprints (
  project_id text not null references projects (id) on delete cascade,
  binding_id text not null,
  environment text not null,
  -- SHA-256 (hex) of the tenant and of what tells the delivery apart.
  fingerprint text not null,
  delivery_id text not null,
  until timestamptz not null,
  primary key (project_id, binding_id, environment, fingerprint)
);
create index delivery_fingerprints_until on delivery_fingerprints (until);
select ferrule_protect('delivery_fingerprints');
