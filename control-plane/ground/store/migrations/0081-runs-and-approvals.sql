-- Runs: calls that survive crashes, may wait for days, and may wait for a person.

create table runs (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  environment text not null check (environment in ('development', 'production')),
  function_id text not null,
  mode text not null check (mode in ('durable', 'once')),
  source text not null check (source in ('mcp', 'http', 'cron', 'delivery', 'function', 'console', 'api')),
  endpoint_id text,
  binding_id text,
  deployment_id text,
  on_release text not null check (on_release in ('stay', 'move')),
  tenant_id text not null,
  caller jsonb not null,
  request_id text not null,
  trace jsonb,
  key text,
  priority integer not null default 0,
  parent_id text,
  parent_step text,
  detached boolean not null default false,
  replay_of text,
  -- The lane and its limits.
  lane text not null,
  concurrency integer,
  rate_limit integer,
  rate_seconds integer,
  -- The state.
  status text not null check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'expired')),
  queue text check (queue in ('later', 'ready', 'blocked')),
  turn integer not null,
  cancelling boolean not null default false,
  waits_kind text check (waits_kind in ('sleep', 'retry', 'event', 'approval', 'child')),
  waits_for text,
  attempt integer not null default 0,
  losses integer not null default 0,
  failures integer not null default 0,
  due_at timestamptz(3),
  execution_id text,
  worker_id text,
  lease_until timestamptz,
  error jsonb,
  error_code text generated always as (error ->> 'code') stored,
  orphans boolean not null default false,
  -- The history.
  step_count integer not null default 0,
  steps_done integer not null default 0,
  steps_failed integer not null default 0,
  history_chars integer not null default 0,
  -- What is sealed, and what people see of it.
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  input bytea,
  input_chars integer not null,
  output bytea,
  shown_input text not null,
  shown_output text,
  -- The times.
  deadline_seconds integer not null,
  deadline_at timestamptz(3) not null,
  began_at timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint runs_queue_of_status check ((status = 'queued') <= (queue is not null) and (queue is not null) <= (status in ('queued', 'waiting'))),
  constraint runs_finished check ((finished_at is not null) = (status in ('succeeded', 'failed', 'cancelled', 'expired'))),
  constraint runs_in_project unique (project_id, id)
) with (fillfactor = 85);
alter table runs alter column input set storage external, alter column output set storage external;
-- Lists, in the order of creation: some ids are derived from other names, and do not sort by time.
create index runs_by_status on runs (project_id, environment, status, created_at desc, id desc);
create index runs_by_source on runs (project_id, environment, source, created_at desc, id desc);
create index runs_of_function on runs (project_id, function_id, environment, status, created_at desc, id desc);
create index runs_of_tenant on runs (project_id, tenant_id, environment, status, created_at desc, id desc);
create index runs_of_deployment on runs (project_id, deployment_id, environment, status, created_at desc, id desc)
  where deployment_id is not null;
create index runs_of_error on runs (project_id, environment, error_code, created_at desc, id desc) where error_code is not null;
create index runs_of_key on runs (project_id, key, created_at desc, id desc) where key is not null;
create index runs_of_parent on runs (parent_id, created_at, id) where parent_id is not null;
-- Whoever begins next.
create index runs_ready on runs (project_id, turn, priority desc, due_at, id) where queue = 'ready';
create index runs_later on runs (due_at) where queue = 'later';
create index runs_blocked on runs (project_id, lane, priority desc, due_at, id) where queue = 'blocked';
create index runs_in_lane on runs (project_id, lane, status) where finished_at is null;
create index runs_begun on runs (project_id, function_id, environment, began_at desc)
  where rate_limit is not null and began_at is not null;
-- Leases, deadlines and what is kept.
create index runs_leased on runs (lease_until) where status = 'running';
create index runs_held on runs (worker_id) where status = 'running';
create index runs_deadline on runs (deadline_at) where finished_at is null;
create index runs_orphans on runs (finished_at) where orphans;
create index runs_finished_at on runs (finished_at) where finished_at is not null;
create index runs_sealed_by on runs (key_id, id, version);
select ferrule_protect('runs');

comment on table runs is 'Runs of durable Functions, and of calls that wait for an approval.';
comment on column runs.mode is 'durable: it has steps; once: a plain Function that waits for an approval, and is tried once.';
comment on column runs.binding_id is 'The tool or route that was called; null: it came through none.';
comment on column runs.deployment_id is 'stay: the deployment that it keeps; move: the one of its latest attempt.';
comment on column runs.trace is 'W3C Trace Context of who started it: { traceparent, tracestate }.';
comment on column runs.key is 'The deduplication key that it was started with.';
comment on column runs.parent_id is 'The run that started it.';
comment on column runs.parent_step is 'The step of the parent that started it.';
comment on column runs.detached is 'Whether it goes on when its parent is given up.';
comment on column runs.replay_of is 'The run that it repeats.';
comment on column runs.lane is 'The runs that share limits: the Function, its environment and the value of the policy''s concurrency.';
comment on column runs.concurrency is 'How many runs of the lane may be running at once.';
comment on column runs.rate_limit is 'How many runs of the Function may begin in rate_seconds.';
comment on column runs.queue is 'later: from due_at on; ready: a worker may begin it; blocked: the lane is full, or the Function is paused.';
comment on column runs.turn is 'A hash of the tenant: tenants take turns in this order, from a random place on.';
comment on column runs.waits_kind is 'What it waits for; of several, the one that only somebody else can end.';
comment on column runs.waits_for is 'The same in a sentence.';
comment on column runs.attempt is 'How many attempts workers were given; a worker runs the same attempt once.';
comment on column runs.losses is 'How many attempts in a row were lost with their workers, without a new stored step.';
comment on column runs.failures is 'How many attempts in a row were ended by a limit.';
comment on column runs.due_at is 'When it goes on, or the earliest end of its waits.';
comment on column runs.error is 'Why it failed, masked: { code, message }.';
comment on column runs.orphans is 'It was given up, and its children must still be.';
comment on column runs.history_chars is 'The size of the stored results in characters of JSON.';
comment on column runs.version is 'The version in the seal''s context.';
comment on column runs.wrapped_key is 'The data key of everything that is sealed for this run.';
comment on column runs.input is 'Sealed; null: it lies in run_payloads.';
comment on column runs.input_chars is 'The size of the input in characters of JSON.';
comment on column runs.output is 'Sealed; null: there is none, or it lies in run_payloads.';
comment on column runs.began_at is 'When the first attempt began.';
comment on column runs.started_at is 'When the latest attempt began.';

create table run_steps (
  project_id text not null,
  run_id text not null,
  key text not null,
  kind text not null check (kind in ('step', 'sleep', 'event', 'approval', 'child', 'start')),
  position integer not null,
  state text not null check (state in ('done', 'failed', 'retrying', 'waiting', 'cancelled')),
  attempts integer not null default 0,
  attempt integer not null,
  value bytea,
  chars integer not null default 0,
  apart boolean not null default false,
  shown text,
  error jsonb,
  due_at timestamptz(3),
  environment text,
  tenant_id text,
  event text,
  match jsonb,
  event_id bigint,
  child_id text,
  approval_id text,
  duration_ms double precision,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (run_id, key),
  foreign key (project_id, run_id) references runs (project_id, id) on delete cascade
);
alter table run_steps alter column value set storage external;
create index run_steps_project on run_steps (project_id, run_id);
create index run_steps_of_event on run_steps (project_id, environment, tenant_id, event, run_id)
  where state = 'waiting' and event is not null;
create index run_steps_of_child on run_steps (child_id) where child_id is not null;
select ferrule_protect('run_steps');

comment on table run_steps is 'The steps and waits of runs.';
comment on column run_steps.key is 'The step''s name; with #2 and so on for the further ones of the same name.';
comment on column run_steps.position is 'In the order in which the Function declared them.';
comment on column run_steps.attempts is 'How many times it has run.';
comment on column run_steps.attempt is 'The run''s attempt in which it ended, or last ran.';
comment on column run_steps.value is 'Sealed JSON text: the result, or the error { code, message, details, status }.';
comment on column run_steps.apart is 'Whether the value lies in run_payloads.';
comment on column run_steps.error is 'Masked: { code, message }.';
comment on column run_steps.due_at is 'When the wait ends by itself, or the step runs again.';
comment on column run_steps.environment is 'Of a wait for an event: the place of the events that may end it.';
comment on column run_steps.tenant_id is 'Of a wait for an event: the tenant of the events that may end it.';
comment on column run_steps.match is 'What the event''s data must contain.';
comment on column run_steps.event_id is 'The event that ended the wait.';

create table run_payloads (
  project_id text not null,
  run_id text not null,
  name text not null,
  ciphertext bytea not null,
  primary key (run_id, name),
  foreign key (project_id, run_id) references runs (project_id, id) on delete cascade
);
alter table run_payloads alter column ciphertext set storage external;
create index run_payloads_project on run_payloads (project_id, run_id);
select ferrule_protect('run_payloads');
comment on table run_payloads is 'Sealed inputs, outputs and results of steps over 64 KiB.';
comment on column run_payloads.name is 'input, output, or step: and the key of the step.';

create table run_keys (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  function_id text not null,
  tenant_id text not null,
  key text not null,
  run_id text not null references runs (id) on delete cascade deferrable initially deferred,
  until timestamptz not null,
  primary key (project_id, environment, function_id, tenant_id, key)
);
create index run_keys_run on run_keys (run_id);
create index run_keys_until on run_keys (until);
select ferrule_protect('run_keys');
comment on table run_keys is 'The run that started with a deduplication key last.';

create table run_lanes (
  project_id text not null references projects (id) on delete cascade,
  lane text not null,
  wake_at timestamptz(3) not null,
  primary key (project_id, lane)
);
create index run_lanes_wake on run_lanes (wake_at);
select ferrule_protect('run_lanes');
comment on table run_lanes is 'Lanes with blocked runs that may go on at a time: when their rate allows it, or at once after a pause.';

create table run_events (
  id bigint generated always as identity primary key,
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  tenant_id text not null,
  name text not null,
  data jsonb not null,
  shown text,
  run_id text,
  sent_at timestamptz(3) not null default now()
);
create index run_events_named on run_events (project_id, environment, tenant_id, name, id);
create index run_events_sent on run_events (sent_at);
select ferrule_protect('run_events');
comment on table run_events is 'Events for runs that may wait for them later.';
comment on column run_events.shown is 'The data as people see it, masked; null: they see none.';
comment on column run_events.run_id is 'Only this run may take it.';

create table paused_functions (
  project_id text not null,
  function_id text not null,
  environment text not null check (environment in ('development', 'production')),
  paused_by text not null,
  paused_at timestamptz(3) not null default now(),
  primary key (project_id, function_id, environment),
  foreign key (project_id, function_id) references functions (project_id, id) on delete cascade
);
select ferrule_protect('paused_functions');
comment on table paused_functions is 'Functions of which no run goes on.';
comment on column paused_functions.paused_by is 'The user who paused it.';

create table approvals (
  id text primary key,
  project_id text not null,
  environment text not null check (environment in ('development', 'production')),
  run_id text not null,
  step_key text,
  function_id text not null,
  endpoint_id text,
  binding_id text,
  deployment_id text,
  tenant_id text not null,
  asked_by jsonb not null,
  title text not null,
  summary text not null,
  details text not null,
  digest text not null,
  by jsonb not null,
  people integer not null,
  not_asker boolean not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  expires_at timestamptz(3) not null,
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint approvals_in_project unique (project_id, id),
  constraint approvals_finished check ((finished_at is not null) = (status <> 'pending')),
  foreign key (project_id, run_id) references runs (project_id, id) on delete cascade
);
create index approvals_newest on approvals (project_id, environment, id desc);
create index approvals_by_status on approvals (project_id, status, id desc);
create index approvals_of_run on approvals (run_id);
create index approvals_alike on approvals (project_id, environment, function_id, finished_at desc) where status = 'approved';
create index approvals_expiry on approvals (expires_at) where status = 'pending';
select ferrule_protect('approvals');
comment on table approvals is 'Questions to people that runs wait for.';
comment on column approvals.step_key is 'The step that asks; null: the call itself waits.';
comment on column approvals.details is 'What will be done, as masked JSON text.';
comment on column approvals.digest is 'SHA-256 (hex) of the unmasked arguments, the Function and the deployment.';
comment on column approvals.by is 'Who may approve: { roles, people, groups, caller }.';
comment on column approvals.people is 'How many people must approve.';
comment on column approvals.not_asker is 'Whether the person who asked may not approve.';

create table approval_decisions (
  project_id text not null,
  approval_id text not null,
  user_id text not null,
  email text not null,
  decision text not null check (decision in ('approved', 'rejected')),
  reason text not null,
  at timestamptz(3) not null default now(),
  primary key (approval_id, user_id),
  foreign key (project_id, approval_id) references approvals (project_id, id) on delete cascade
);
create index approval_decisions_project on approval_decisions (project_id, approval_id);
select ferrule_protect('approval_decisions');
comment on table approval_decisions is 'Who decided on approvals, how and why.';

-- Stores the end of a step in one round trip: kept, lost (the attempt has ended, or is another execution's) or full.
create function ferrule_keep_step(project text, run text, execution text, step text, place integer, tries integer,
  step_state text, sealed bytea, size integer, is_apart boolean, visible text, failure text, took double precision,
  most_steps integer, most_chars integer)
returns table (outcome text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  held record;
  known record;
begin
  perform set_config('ferrule.project_id', project, true);
  select r.step_count, r.history_chars, r.attempt into held from runs r
    where r.id = run and r.project_id = project and r.status = 'running' and r.execution_id = execution
    for no key update;
  if not found then
    return query select 'lost'; return;
  end if;
  select s.state, s.chars into known from run_steps s where s.run_id = run and s.key = step;
  if found and known.state in ('done', 'failed') then
    return query select 'kept'; return;
  end if;
  if held.step_count + (case when known.state is null then 1 else 0 end) > most_steps
    or held.history_chars + size - coalesce(known.chars, 0) > most_chars then
    return query select 'full'; return;
  end if;
  insert into run_steps as s (project_id, run_id, key, kind, position, state, attempts, attempt, value, chars, apart, shown,
    error, duration_ms, started_at, finished_at)
  values (project, run, step, 'step', place, step_state, tries, held.attempt, case when is_apart then null else sealed end,
    size, is_apart, visible, failure::jsonb, took, clock_timestamp() - took * interval '1 millisecond', clock_timestamp())
  on conflict (run_id, key) do update set state = excluded.state, attempts = excluded.attempts, attempt = excluded.attempt,
    value = excluded.value, chars = excluded.chars, apart = excluded.apart, shown = excluded.shown, error = excluded.error,
    due_at = null, duration_ms = excluded.duration_ms, finished_at = excluded.finished_at;
  if is_apart then
    insert into run_payloads (project_id, run_id, name, ciphertext) values (project, run, 'step:' || step, sealed)
    on conflict (run_id, name) do update set ciphertext = excluded.ciphertext;
  end if;
  update runs r set losses = 0, step_count = r.step_count + (case when known.state is null then 1 else 0 end),
    steps_done = r.steps_done + (case when step_state = 'done' then 1 else 0 end),
    steps_failed = r.steps_failed + (case when step_state = 'failed' then 1 else 0 end),
    history_chars = r.history_chars + size - coalesce(known.chars, 0)
  where r.id = run;
  return query select 'kept';
end $$;

-- Locks runs that a worker may begin: of Projects at random, then of tenants at random, the same share of each. With loops over one index,
-- because a single statement would be planned for what the tables held once.
create function ferrule_ready_runs(most integer, keys text[], most_projects integer, most_tenants integer)
returns table (id text, nth integer) rows 50
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  projects text[] := '{}';
  project text := '';
  share integer;
  start_turn integer;
  turn_of integer;
  wrapped boolean;
  asked_projects text[] := '{}';
  asked_turns integer[] := '{}';
  places double precision[] := '{}';
  counted integer;
  each integer;
  chosen record;
  one record;
begin
  loop
    select r.project_id into project from runs r where r.queue = 'ready' and r.project_id > project
      order by r.project_id, r.turn limit 1;
    exit when not found;
    projects := projects || project;
  end loop;
  if projects = '{}' then return; end if;
  select array_agg(its.name) into projects from (select name from unnest(projects) name order by random() limit most_projects) its;
  share := greatest(1, most_tenants / cardinality(projects));
  foreach project in array projects loop
    start_turn := floor(random() * 4294967295)::bigint - 2147483648;
    turn_of := start_turn;
    wrapped := false;
    counted := 0;
    while counted < share loop
      select r.turn into turn_of from runs r where r.queue = 'ready' and r.project_id = project and r.turn > turn_of
        order by r.turn limit 1;
      if not found then
        exit when wrapped;
        wrapped := true;
        select r.turn into turn_of from runs r where r.queue = 'ready' and r.project_id = project order by r.turn limit 1;
        exit when not found;
      end if;
      exit when wrapped and turn_of > start_turn;
      counted := counted + 1;
      asked_projects := asked_projects || project;
      asked_turns := asked_turns || turn_of;
      places := places || (counted + random());
    end loop;
  end loop;
  each := greatest(1, ceil(most::float8 / greatest(1, cardinality(asked_turns))));
  for chosen in select its.name, its.turn from unnest(asked_projects, asked_turns, places) as its (name, turn, place)
    order by its.place limit most
  loop
    counted := 0;
    for one in select r.id from runs r where r.queue = 'ready' and r.project_id = chosen.name and r.turn = chosen.turn
      and r.key_id = any(keys) order by r.priority desc, r.due_at, r.id limit each for no key update skip locked
    loop
      counted := counted + 1;
      id := one.id;
      nth := counted;
      return next;
    end loop;
  end loop;
end $$;
