-- Runs cost less processor time: one call starts a batch of them, and a change of a run that has not ended writes into
-- fewer indexes.

-- Each change of a run's state writes into every index that holds its row. So only runs that have ended are in these
-- indexes. A list finds the others by their state.
drop index runs_by_source;
create index runs_by_source on runs (project_id, environment, source, created_at desc, id desc)
  where finished_at is not null;
drop index runs_of_function;
create index runs_of_function on runs (project_id, function_id, environment, status, created_at desc, id desc)
  where finished_at is not null;
drop index runs_of_deployment;
create index runs_of_deployment on runs (project_id, deployment_id, environment, status, created_at desc, id desc)
  where deployment_id is not null and finished_at is not null;
-- Few are running at once, so runs_held finds those of lost workers, too. Without this index, a renewal writes into none.
drop index runs_leased;

-- Starts runs in one round trip, each once, however often its id is given: started; existing (holder: the run with its
-- id, or with its key); gone (there is no such Function), full (room: how many more the Project may have) or limited
-- (too many of its lane have not ended). approval: what an existing one waits for. Keys are taken in one order, so that
-- two batches never wait for each other.
create function ferrule_start_runs(project text, given text, at timestamptz, room integer, most_in_lane integer)
returns table (asked text, holder text, outcome text, approval text) rows 10
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  its record;
  there text[] := '{}';
  lanes text[] := '{}';
  counts integer[] := '{}';
  lane_at integer;
  refusal text;
  wakes boolean := false;
begin
  perform set_config('ferrule.project_id', project, true);
  for its in select * from json_to_recordset(given::json) as one (
    id text, environment text, "functionId" text, mode text, source text, "endpointId" text, "bindingId" text,
    "deploymentId" text, "onRelease" text, "tenantId" text, caller jsonb, "requestId" text, trace jsonb, key text,
    priority integer, "parentId" text, "parentStep" text, detached boolean, "replayOf" text, lane text,
    concurrency integer, "rateLimit" integer, "rateSeconds" integer, "delayMs" float8, "deadlineSeconds" integer,
    "needsApproval" boolean, "waitsFor" text, "inputChars" integer, "isApart" boolean, "sealedInput" text,
    "shownInput" text, "keyId" text, "wrappedKey" text)
    order by one.environment, one."functionId", one."tenantId", one.key
  loop
    asked := its.id;
    holder := its.id;
    outcome := null;
    approval := null;
    refusal := null;
    lane_at := null;
    if its."functionId" <> all (there) then
      perform from functions f where f.project_id = project and f.id = its."functionId" for key share;
      if found then there := there || its."functionId"; else refusal := 'gone'; end if;
    end if;
    if refusal is null and room <= 0 then refusal := 'full'; end if;
    if refusal is null and its.concurrency is not null then
      lane_at := array_position(lanes, its.lane);
      if lane_at is null then
        lanes := lanes || its.lane;
        counts := counts || (select count(*)::integer from (select from runs r where r.project_id = project
          and r.lane = its.lane and r.finished_at is null limit most_in_lane) unended);
        lane_at := cardinality(lanes);
      end if;
      if counts[lane_at] >= most_in_lane then refusal := 'limited'; end if;
    end if;
    if refusal is not null or its.key is not null then
      perform from runs r where r.id = its.id and r.project_id = project;
      if found then outcome := 'existing'; end if;
    end if;
    if outcome is null and refusal is not null then
      outcome := refusal;
      if its.key is not null then
        select known.run_id into holder from run_keys known join runs r on r.id = known.run_id
          where known.project_id = project and known.environment = its.environment
            and known.function_id = its."functionId" and known.tenant_id = its."tenantId" and known.key = its.key
            and (known.until >= now() or r.finished_at is null);
        if found then outcome := 'existing'; else holder := its.id; end if;
      end if;
    elsif outcome is null and its.key is not null then
      insert into run_keys as known (project_id, environment, function_id, tenant_id, key, run_id, until)
      values (project, its.environment, its."functionId", its."tenantId", its.key, its.id, now() + interval '24 hours')
      on conflict (project_id, environment, function_id, tenant_id, key) do update set
        run_id = case when known.until < now() and not exists (select from runs r
          where r.id = known.run_id and r.finished_at is null) then excluded.run_id else known.run_id end,
        until = case when known.until < now() and not exists (select from runs r
          where r.id = known.run_id and r.finished_at is null) then excluded.until else known.until end
      returning known.run_id into holder;
      if holder <> its.id then outcome := 'existing'; end if;
    end if;
    if outcome is null then
      insert into runs (id, project_id, environment, function_id, mode, source, endpoint_id, binding_id, deployment_id,
        on_release, tenant_id, caller, request_id, trace, key, priority, parent_id, parent_step, detached, replay_of,
        lane, concurrency, rate_limit, rate_seconds, turn, status, queue, waits_kind, waits_for, due_at,
        deadline_seconds, deadline_at, input, input_chars, shown_input, key_id, wrapped_key)
      values (its.id, project, its.environment, its."functionId", its.mode, its.source, its."endpointId",
        its."bindingId", case when its."onRelease" = 'stay' then its."deploymentId" end, its."onRelease",
        its."tenantId", its.caller, its."requestId", its.trace, its.key, its.priority, its."parentId",
        its."parentStep", its.detached, its."replayOf", its.lane, its.concurrency, its."rateLimit",
        its."rateSeconds", hashtext(its."tenantId"), case when its."needsApproval" then 'waiting' else 'queued' end,
        case when its."needsApproval" then null when its."delayMs" > 0 then 'later' else 'ready' end,
        case when its."needsApproval" then 'approval' end, its."waitsFor",
        at + its."delayMs" * interval '1 millisecond', its."deadlineSeconds",
        at + its."delayMs" * interval '1 millisecond' + its."deadlineSeconds" * interval '1 second',
        case when its."isApart" then null else decode(its."sealedInput", 'base64') end, its."inputChars",
        its."shownInput", its."keyId", decode(its."wrappedKey", 'base64'))
      on conflict (id) do nothing;
      outcome := case when found then 'started' else 'existing' end;
    end if;
    if outcome = 'started' then
      room := room - 1;
      if lane_at is not null then counts[lane_at] := counts[lane_at] + 1; end if;
      if its."isApart" then
        insert into run_payloads (project_id, run_id, name, ciphertext)
        values (project, its.id, 'input', decode(its."sealedInput", 'base64'));
      end if;
      wakes := wakes or (its."delayMs" <= 0 and not its."needsApproval");
    elsif outcome = 'existing' and holder = its.id then
      select max(a.id) into approval from approvals a
        where a.run_id = its.id and a.step_key is null and a.status = 'pending';
    end if;
    return next;
  end loop;
  if wakes then perform pg_notify('runs', ''); end if;
end $$;
