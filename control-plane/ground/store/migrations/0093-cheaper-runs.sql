-- Runs cost less processor time: a claim and the usual end of a run are one call each, and rules of rows are checked only
-- when a statement sets their columns.

-- PostgreSQL reads and plans every CHECK of a table again for each statement that changes a row, even where it changes
-- none of these columns. This was half of the time of a step. A trigger holds the same rules, when one of its columns is set.
create function ferrule_hold_run() returns trigger language plpgsql as $$
begin
  if (new.environment in ('development', 'production')
    and new.source in ('mcp', 'http', 'cron', 'delivery', 'function', 'console', 'api')
    and new.on_release in ('stay', 'move') and new.trigger in ('schedule', 'manual')
    and new.waits_kind in ('sleep', 'retry', 'event', 'approval', 'child')
    and case new.status when 'queued' then new.queue in ('later', 'ready', 'blocked') and new.queue is not null
        when 'waiting' then new.queue in ('later', 'ready', 'blocked') else new.queue is null end
    and case when new.status in ('queued', 'running', 'waiting') then new.finished_at is null
        when new.status in ('succeeded', 'failed', 'cancelled', 'expired') then new.finished_at is not null
        when new.status in ('skipped', 'missed') then new.finished_at is not null and new.mode = 'cron' else false end
    and case new.mode
        when 'cron' then new.key_id is null and new.wrapped_key is null and new.input is null
          and new.binding_id is not null and new.trigger is not null and new.scheduled_for is not null
        when 'delivery' then new.key_id is not null and new.wrapped_key is not null
          and new.deadline_seconds is not null and new.deadline_at is not null and new.binding_id is not null
          and new.endpoint_id is not null and new.route is not null and new.max_attempts is not null
          and new.backoff_ms is not null
        when 'durable' then new.key_id is not null and new.wrapped_key is not null
          and new.deadline_seconds is not null and new.deadline_at is not null and new.shown_input is not null
        when 'once' then new.key_id is not null and new.wrapped_key is not null
          and new.deadline_seconds is not null and new.deadline_at is not null and new.shown_input is not null
        else false end) is false
  then
    raise check_violation using message = 'A run breaks a rule of its table: ' || new.id || '.', table = 'runs';
  end if;
  return new;
end $$;
create trigger holds before insert or update of environment, source, on_release, trigger, waits_kind, status, queue,
  finished_at, mode, key_id, wrapped_key, input, binding_id, scheduled_for, deadline_seconds, deadline_at, endpoint_id,
  route, max_attempts, backoff_ms, shown_input
  on runs for each row execute function ferrule_hold_run();
alter table runs drop constraint runs_by_mode, drop constraint runs_environment_check, drop constraint runs_finished,
  drop constraint runs_mode_check, drop constraint runs_on_release_check, drop constraint runs_queue_check,
  drop constraint runs_queue_of_status, drop constraint runs_source_check, drop constraint runs_status_check,
  drop constraint runs_trigger, drop constraint runs_waits_kind_check;

create function ferrule_hold_step() returns trigger language plpgsql as $$
begin
  if (new.kind in ('step', 'sleep', 'event', 'approval', 'child', 'start')
    and new.state in ('done', 'failed', 'retrying', 'waiting', 'cancelled')) is false
  then
    raise check_violation using message = 'A step breaks a rule of its table: ' || new.run_id || '.', table = 'run_steps';
  end if;
  return new;
end $$;
create trigger holds before insert or update of kind, state on run_steps
  for each row execute function ferrule_hold_step();
alter table run_steps drop constraint run_steps_kind_check, drop constraint run_steps_state_check;

-- Gives a worker attempts of runs, in one round trip: those that it was given in an answer that it never received, and
-- new ones. `slowly`: it gave no new one, because limits or pauses decide; the caller looks at these in a transaction of
-- its own. `given`: what the worker has in hand.
create function ferrule_claim_runs(worker text, lease_ms integer, asked_modes text[], most integer, given text,
  keys text[], executions text[], at timestamptz, most_projects integer, most_tenants integer, most_chars integer)
returns table (id text, "isFresh" boolean, steps integer, slowly boolean) rows 20
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  one record;
  chars bigint := 0;
  fresh text[] := '{}';
  begun text[] := '{}';
  ends timestamptz := now() + lease_ms * interval '1 millisecond';
begin
  perform set_config('ferrule.scope', 'installation', true);
  for one in select r.id, r.attempt, r.step_count from runs r where r.status = 'running' and r.worker_id = worker
    and r.mode = any (asked_modes) and r.started_at > now() - 2 * lease_ms * interval '1 millisecond'
    and not exists (select from json_to_recordset(given::json) as its ("runId" text, attempt integer)
      where its."runId" = r.id and its.attempt = r.attempt)
  loop
    update runs r set lease_until = ends
      where r.id = one.id and r.status = 'running' and r.worker_id = worker and r.attempt = one.attempt;
    continue when not found;
    if one.step_count > 0 then begun := begun || one.id; end if;
    return query select one.id, false, one.step_count, false;
  end loop;
  for look in 1..2 loop
    exit when most = 0;
    for one in select r.id, r.project_id, r.function_id, r.environment, r.concurrency, r.rate_limit, r.began_at,
        r.input_chars + r.history_chars as chars
      from ferrule_ready_runs(asked_modes, most, keys, most_projects, most_tenants) ready
      cross join lateral (select * from runs where runs.id = ready.id offset 0) r
      order by ready.nth, r.priority desc, r.due_at limit most
    loop
      chars := chars + one.chars;
      continue when fresh <> '{}' and chars > most_chars;
      if one.concurrency is not null or (one.rate_limit is not null and one.began_at is null)
        or exists (select from paused_functions p where p.project_id = one.project_id
          and p.function_id = one.function_id and p.environment = one.environment)
        or exists (select from projects p where p.id = one.project_id and p.status = 'archived')
      then
        return query select null::text, false, 0, true;
        return;
      end if;
      fresh := fresh || one.id;
    end loop;
    exit when fresh <> '{}';
    if exists (select from run_lanes l where l.wake_at <= at) then
      return query select null::text, false, 0, true;
      return;
    end if;
    update runs r set queue = 'ready', status = 'queued', waits_kind = null, waits_for = null, updated_at = now(),
      revision = r.revision + 1
    where r.id in (select due.id from runs due where due.queue = 'later' and due.due_at <= at order by due.due_at
      limit 1000 for update skip locked);
    exit when not found;
  end loop;
  for one in update runs as r set status = 'running', attempt = r.attempt + 1, worker_id = worker, lease_until = ends,
      execution_id = executions[array_position(fresh, r.id)], started_at = at, updated_at = now(),
      revision = r.revision + 1, queue = null, due_at = null, waits_kind = null, waits_for = null,
      began_at = coalesce(r.began_at, clock_timestamp()),
      deployment_id = case when r.on_release = 'stay' and r.deployment_id is not null then r.deployment_id
        when r.mode in ('durable', 'once') then (select target.deployment_id from project_targets target
          where target.project_id = r.project_id and target.environment = r.environment) end
    where r.id = any (fresh) returning r.id, r.step_count
  loop
    if one.step_count > 0 then begun := begun || one.id; end if;
    return query select one.id, true, one.step_count, false;
  end loop;
  if begun <> '{}' then
    for one in update run_steps s set state = 'done', due_at = null, finished_at = now(), shown = 'null'
      where s.run_id = any (begun) and s.state = 'waiting' and s.kind in ('sleep', 'event', 'child') and s.due_at <= at
      returning s.run_id
    loop
      update runs r set steps_done = r.steps_done + 1 where r.id = one.run_id;
    end loop;
  end if;
end $$;

-- Ends the attempt of a run that succeeded, in one round trip, when nothing else depends on it: no lane, and no run that
-- waits for it. Otherwise it changes nothing, and the caller ends it in a transaction of its own.
create function ferrule_end_run(ended text, worker text, tried integer, sealed bytea, shown text)
returns table (mode text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  held record;
begin
  perform set_config('ferrule.scope', 'installation', true);
  select r.mode, r.step_count into held from runs r where r.id = ended and r.status = 'running' and r.worker_id = worker
    and r.attempt = tried and r.mode in ('durable', 'once') and r.concurrency is null for no key update;
  if not found or exists (select from run_steps s where s.child_id = ended and s.state = 'waiting' and s.kind = 'child') then
    return;
  end if;
  update runs r set status = 'succeeded', queue = null, cancelling = false, waits_kind = null, waits_for = null,
    due_at = null, lease_until = null, output = sealed, shown_output = shown, error = null, orphans = false,
    finished_at = now(), updated_at = now(), revision = r.revision + 1
  where r.id = ended;
  if held.step_count > 0 then
    update run_steps s set state = 'cancelled', finished_at = now(), due_at = null
    where s.run_id = ended and s.state in ('waiting', 'retrying');
  end if;
  update approvals a set status = 'cancelled', finished_at = now(), updated_at = now(), revision = a.revision + 1
  where a.run_id = ended and a.status = 'pending';
  perform pg_notify('run_ends', ended);
  return query select held.mode;
end $$;
