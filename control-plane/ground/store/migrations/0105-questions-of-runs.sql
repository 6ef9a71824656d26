-- Durable runs ask the person behind the MCP client that takes their task.

alter table runs add column asks jsonb;
comment on column runs.asks is 'What the client of its task can ask its person: forms, pages, and lists of choices in forms. Null: nothing, or the run is no task of MCP.';
comment on column runs.waits_kind is 'What it waits for; of several, the one that only somebody else can end. question: an answer of the person behind its MCP client.';
comment on column run_steps.value is 'The sealed result or failure as JSON text. Of a question or an approval that waits: what is asked.';

-- The functions that know the kinds of waits and the columns of a new run. Each change is made where the text stands, so
-- that everything else of them stays as it is.
do $do$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('ferrule_hold_run', $$'approval', 'child')$$, $$'approval', 'child', 'question')$$),
    ('ferrule_hold_step', $$'child', 'start')$$, $$'child', 'start', 'question')$$),
    ('ferrule_claim_runs', $$shown = 'null'$$,
      $$shown = case s.kind when 'question' then '{"action":"timeout"}' else 'null' end$$),
    ('ferrule_claim_runs', $$('sleep', 'event', 'child')$$, $$('sleep', 'event', 'child', 'question')$$),
    ('ferrule_start_runs', 'caller jsonb, "requestId" text, trace jsonb,',
      'caller jsonb, "requestId" text, trace jsonb, asks jsonb,'),
    ('ferrule_start_runs', 'caller, request_id, trace, key,', 'caller, request_id, trace, asks, key,'),
    ('ferrule_start_runs', 'its."requestId", its.trace, its.key,', 'its."requestId", its.trace, its.asks, its.key,')
  ) as changes (name, before, after)
  loop
    definition := pg_get_functiondef(change.name::regproc);
    if position(change.before in definition) = 0 then
      raise exception 'The function % has no %.', change.name, change.before;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end $do$;
