-- contract: unused since 0.1.0
-- One table holds all work that executes Functions under leases: cron runs and deliveries become runs. The tables that
-- held them go.

alter table runs
  alter column key_id drop not null,
  alter column wrapped_key drop not null,
  alter column shown_input drop not null,
  alter column deadline_seconds drop not null,
  alter column deadline_at drop not null,
  add column max_attempts integer,
  add column backoff_ms integer,
  add column route text,
  add column redelivered_at timestamptz(3),
  add column trigger text constraint runs_trigger check (trigger in ('schedule', 'manual')),
  add column scheduled_for timestamptz(3),
  add column catches_up boolean not null default false,
  add column requested_by text constraint runs_requested_by_fkey references users (id) on delete set null,
  add column reason text,
  drop constraint runs_mode_check,
  drop constraint runs_status_check,
  drop constraint runs_finished,
  add constraint runs_mode_check check (mode in ('durable', 'once', 'cron', 'delivery')),
  add constraint runs_status_check check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled',
    'expired', 'skipped', 'missed')),
  add constraint runs_finished check ((finished_at is not null) = (status not in ('queued', 'running', 'waiting'))),
  add constraint runs_by_mode check (case mode
    when 'cron' then key_id is null and wrapped_key is null and input is null and binding_id is not null
      and trigger is not null and scheduled_for is not null
    when 'delivery' then key_id is not null and wrapped_key is not null and deadline_seconds is not null
      and deadline_at is not null and binding_id is not null and endpoint_id is not null and route is not null
      and max_attempts is not null and backoff_ms is not null
    else key_id is not null and wrapped_key is not null and deadline_seconds is not null and deadline_at is not null
      and shown_input is not null and status not in ('skipped', 'missed') end);

comment on table runs is 'Work under leases that executes Functions: runs of durable Functions, calls that wait for an approval, cron runs and deliveries.';
comment on column runs.mode is 'durable: it has steps; once: a plain Function that waits for an approval, and is tried once; cron: a plain Function on a schedule; delivery: a stored HTTP request that runs through its route.';
comment on column runs.status is 'skipped and missed: a cron run that never began. failed: a delivery is dead. cancelled: a delivery is discarded.';
comment on column runs.binding_id is 'The tool, the route or the cron binding; null: it came through none.';
comment on column runs.key is 'The deduplication key that it was started with. Of a delivery, the sender''s own id; null where its content tells it apart.';
comment on column runs.lane is 'The runs that share limits: of a Function, its environment and the value of the policy''s concurrency; of a cron or a route, all of its runs.';
comment on column runs.failures is 'How many attempts in a row were ended by a limit. Of a cron run or a delivery, the attempts that count against its limit; of a delivery, since it came or was delivered again.';
comment on column runs.key_id is 'The encryption key of its data key; null: a cron run, which has nothing sealed.';
comment on column runs.input is 'Sealed; null: it lies in run_payloads, or a cron run takes its binding''s. Of a delivery, the request.';
comment on column runs.input_chars is 'The size of the input in characters of JSON. Of a delivery, the bytes of the request''s body.';
comment on column runs.shown_input is 'The input as people see it, masked; null: they see none.';
comment on column runs.deadline_seconds is 'For how long it may take, or is tried; null: a cron run.';
comment on column runs.deadline_at is 'When it ends whatever it does. Of a delivery, no attempt begins after this. Of a cron run, the next attempt must have begun by then; null: it is running, or has ended.';
comment on column runs.max_attempts is 'Of a delivery: how many attempts it gets.';
comment on column runs.backoff_ms is 'Of a delivery: how long the first retry waits.';
comment on column runs.route is 'Of a delivery: the method and the path of the route.';
comment on column runs.redelivered_at is 'When a delivery was last delivered again by hand. Executions of before say nothing of it.';
comment on column runs.trigger is 'Of a cron run: the schedule, or a person (manual).';
comment on column runs.scheduled_for is 'Of a cron run: the occurrence. However many replicas fire it, it is one row.';
comment on column runs.catches_up is 'Of a cron run: it was missed and is caught up with. It starts late on purpose.';
comment on column runs.requested_by is 'Of a cron run: the user who asked for it.';
comment on column runs.reason is 'Of a cron run or a delivery: why it is not done, or why its latest attempt failed.';

create unique index runs_occurrence on runs (binding_id, scheduled_for) where trigger = 'schedule';
create index runs_of_cron on runs (project_id, binding_id, scheduled_for desc, id desc) where mode = 'cron';
create index runs_late_crons on runs (due_at) where mode = 'cron' and status = 'queued';
create index runs_requester on runs (requested_by) where requested_by is not null;
create index runs_deliveries on runs (project_id, environment, id desc) where mode = 'delivery';
create index runs_deliveries_by_status on runs (project_id, environment, status, id desc) where mode = 'delivery';
create index runs_deliveries_of_endpoint on runs (project_id, endpoint_id, id desc) where mode = 'delivery';
create index runs_deliveries_of_request on runs (project_id, request_id) where mode = 'delivery';
create index runs_deliveries_waiting on runs (project_id) include (input_chars)
  where mode = 'delivery' and finished_at is null;
create index runs_deliveries_dead on runs (project_id) where mode = 'delivery' and status = 'failed';

-- What went with its cron binding or its endpoint still does, in the same transaction.
create function ferrule_remove_runs_of_cron() returns trigger language plpgsql as $$
begin
  delete from runs where project_id = old.project_id and binding_id = old.id and mode = 'cron';
  return null;
end $$;
create trigger removes_runs after delete on cron_bindings
  for each row execute function ferrule_remove_runs_of_cron();
create function ferrule_remove_deliveries() returns trigger language plpgsql as $$
begin
  delete from runs where project_id = old.project_id and endpoint_id = old.id and mode = 'delivery';
  return null;
end $$;
create trigger removes_deliveries after delete on runtime_endpoints
  for each row execute function ferrule_remove_deliveries();

-- Why something failed, as the error of a run: the code before the colon, or UNKNOWN.
create function ferrule_error_of(reason text) returns jsonb language sql immutable as $$
  select jsonb_build_object('code', coalesce(substring(reason from '^([A-Z][A-Z0-9_]+): '), 'UNKNOWN'),
    'message', coalesce(regexp_replace(reason, '^[A-Z][A-Z0-9_]+: ', ''), ''))
$$;

select set_config('ferrule.scope', 'installation', true);
insert into runs (id, project_id, environment, function_id, mode, source, binding_id, on_release, tenant_id, caller,
  request_id, lane, concurrency, status, queue, turn, attempt, failures, due_at, execution_id, worker_id, lease_until,
  error, input_chars, deadline_at, began_at, started_at, finished_at, created_at, updated_at, revision, trigger,
  scheduled_for, catches_up, requested_by, reason)
select run.id, run.project_id, binding.environment, binding.function_id, 'cron', 'cron', binding.id, 'move',
  binding.tenant_id, jsonb_build_object('kind', 'cron', 'id', binding.id, 'name', binding.name), run.request_id,
  'cron:' || binding.id, case when binding.overlap = 'skip' then 1 end, run.status,
  case when run.status <> 'queued' then null when run.due_at > now() then 'later'
    when binding.overlap = 'skip' and exists (select from cron_runs earlier
      where earlier.cron_binding_id = run.cron_binding_id and earlier.status in ('queued', 'running')
        and (earlier.scheduled_for, earlier.id) < (run.scheduled_for, run.id)) then 'blocked'
    else 'ready' end,
  hashtext(binding.tenant_id), run.attempt,
  case when run.status in ('running', 'succeeded') then greatest(0, run.attempt - 1) else run.attempt end,
  case when run.status = 'queued' then run.due_at end, run.execution_id, run.worker_id, run.lease_until,
  case when run.status = 'failed' then ferrule_error_of(run.reason) end, 0,
  case when run.status = 'queued' then run.due_at + interval '5 minutes' end,
  case when run.attempt = 1 then run.started_at end, run.started_at, run.finished_at, run.created_at, run.updated_at,
  run.revision, run.trigger, run.scheduled_for, run.catches_up, run.requested_by, run.reason
from cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
order by run.id;

insert into runs (id, project_id, environment, function_id, mode, source, endpoint_id, binding_id, on_release, tenant_id,
  caller, request_id, key, lane, status, queue, turn, attempt, failures, due_at, execution_id, worker_id, lease_until,
  error, version, key_id, wrapped_key, input, input_chars, deadline_seconds, deadline_at, began_at, started_at,
  finished_at, created_at, updated_at, revision, max_attempts, backoff_ms, route, redelivered_at, reason)
select id, project_id, environment, function_id, 'delivery', 'delivery', endpoint_id, binding_id, 'move', tenant_id,
  caller, request_id, delivery_key, 'delivery:' || binding_id,
  case status when 'dead' then 'failed' when 'discarded' then 'cancelled' else status end,
  case when status <> 'queued' then null when due_at > now() then 'later' else 'ready' end, hashtext(tenant_id), attempt,
  failures, case when status = 'queued' then due_at end, execution_id, worker_id, lease_until,
  case when status = 'dead' then ferrule_error_of(reason) end, version, key_id, wrapped_key,
  case when octet_length(ciphertext) <= 65536 then ciphertext end, size, horizon_seconds, give_up_at,
  case when attempt = 1 then started_at end, started_at, finished_at, received_at, updated_at, revision, max_attempts,
  backoff_ms, route, redelivered_at, reason
from deliveries order by id;
insert into run_payloads (project_id, run_id, name, ciphertext)
select project_id, id, 'input', ciphertext from deliveries where octet_length(ciphertext) > 65536;
drop table cron_runs;
drop table deliveries;
drop function ferrule_error_of(text);
select set_config('ferrule.scope', '', true);

-- As before, and also what has nothing sealed; and the modes that a worker has room for take turns, too: a Project's
-- cron run does not wait for its many deliveries. A mode that was not asked for costs nothing, however much of it waits.
drop index runs_ready;
create index runs_ready on runs (mode, project_id, turn, priority desc, due_at, id) where queue = 'ready';
drop function ferrule_ready_runs(integer, text[], integer, integer);
create function ferrule_ready_runs(
  asked_modes text[], most integer, keys text[], most_projects integer, most_tenants integer)
returns table (id text, nth integer) rows 50
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  found_modes text[] := '{}';
  found_projects text[] := '{}';
  mode_of text;
  project text;
  share integer;
  start_turn integer;
  turn_of integer;
  wrapped boolean;
  its_modes text[] := '{}';
  its_projects text[] := '{}';
  its_turns integer[] := '{}';
  its_nths integer[] := '{}';
  counted integer;
  each integer;
  place record;
  chosen record;
  one record;
begin
  foreach mode_of in array asked_modes loop
    project := '';
    loop
      select r.project_id into project from runs r where r.queue = 'ready' and r.mode = mode_of and r.project_id > project
        order by r.project_id, r.turn limit 1;
      exit when not found;
      found_modes := found_modes || mode_of;
      found_projects := found_projects || project;
    end loop;
  end loop;
  if found_modes = '{}' then return; end if;
  share := greatest(1, most_tenants / least(most_projects, cardinality(found_modes)));
  for place in select its.mode, its.name from unnest(found_modes, found_projects) as its (mode, name)
    order by row_number() over (partition by its.mode order by random()) limit most_projects
  loop
    start_turn := floor(random() * 4294967295)::bigint - 2147483648;
    turn_of := start_turn;
    wrapped := false;
    counted := 0;
    while counted < share loop
      select r.turn into turn_of from runs r where r.queue = 'ready' and r.mode = place.mode
        and r.project_id = place.name and r.turn > turn_of order by r.turn limit 1;
      if not found then
        exit when wrapped;
        wrapped := true;
        select r.turn into turn_of from runs r where r.queue = 'ready' and r.mode = place.mode
          and r.project_id = place.name order by r.turn limit 1;
        exit when not found;
      end if;
      exit when wrapped and turn_of > start_turn;
      counted := counted + 1;
      its_modes := its_modes || place.mode;
      its_projects := its_projects || place.name;
      its_turns := its_turns || turn_of;
      its_nths := its_nths || counted;
    end loop;
  end loop;
  each := greatest(1, ceil(most::float8 / greatest(1, cardinality(its_turns))));
  for chosen in select its.mode, its.name, its.turn
    from unnest(its_modes, its_projects, its_turns, its_nths) as its (mode, name, turn, nth)
    order by row_number() over (partition by its.name order by its.nth, random()), random() limit most
  loop
    counted := 0;
    for one in select r.id from runs r where r.queue = 'ready' and r.mode = chosen.mode and r.project_id = chosen.name
      and r.turn = chosen.turn and (r.key_id is null or r.key_id = any(keys))
      order by r.priority desc, r.due_at, r.id limit each for no key update skip locked
    loop
      counted := counted + 1;
      id := one.id;
      nth := counted;
      return next;
    end loop;
  end loop;
end $$;
