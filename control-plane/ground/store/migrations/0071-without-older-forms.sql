-- contract: unused since 0.1.0
-- Every artifact is a head that names its parts. Those that development versions stored whole are removed: a Project that serves one of
-- them serves nothing until it is deployed again.
select set_config('ferrule.scope', 'installation', true);
delete from project_targets where digest in (select digest from artifacts where head is null);
update deployments set digest = null where digest in (select digest from artifacts where head is null);
delete from artifacts where head is null;

create or replace function ferrule_artifact_items(wanted text, kind text, item text default null) returns setof jsonb
language sql stable as $$
  select part.content::jsonb
  from artifacts a cross join lateral json_array_elements(a.head -> kind) as held
  join artifact_parts part on part.project_id = a.project_id and part.digest = held ->> 1
  where a.digest = wanted and (item is null or held ->> 0 = item)
$$;

alter table artifacts
  drop column manifest,
  drop column bundle_digests,
  alter column head set not null,
  alter column connection_names set not null;

comment on table artifacts is 'What a deployment serves: a head that names its parts.';
comment on column artifacts.head is 'The artifact without its parts, which it names by their digests.';

-- Answers of idempotent calls are sealed, and name the request that they are kept for. Others are removed.
delete from idempotent_calls where answer is not null or request_id is null;
alter table idempotent_calls
  drop column answer,
  add constraint idempotent_calls_answer check (
    (state = 'answered') = (ciphertext is not null)
    and (ciphertext is null) = (key_id is null) and (ciphertext is null) = (wrapped_key is null)),
  alter column request_id set not null;
comment on column idempotent_calls.request_id is 'The request that it is kept for, so that it goes with that request''s execution.';

-- Who records a batch of executions stores the entries by which lists find it.
drop trigger execution_batches_complete on execution_batches;
drop function ferrule_complete_batch();
drop function ferrule_index_batch(execution_batches);

comment on column executions.gateway_ms is 'How long the gateway held the call; null where it came through none.';

-- What only the page of one execution shows stands in details.
update executions set details = json_build_object('input', input, 'output', output, 'logs', logs, 'calls', calls,
  'hostCalls', host_calls, 'hostCallsOmitted', host_calls_omitted)::text
where details is null;
alter table executions
  drop column input,
  drop column output,
  drop column logs,
  drop column calls,
  drop column host_calls,
  drop column host_calls_omitted,
  alter column details set not null;
comment on column executions.details is 'JSON text of what only the page of one execution shows.';

-- A change of a deployment names its resource, its fields and its permissions. Lists with others are emptied.
update deployments set changes = '[]'
where exists (select from jsonb_array_elements(changes) as one where not one ?& array['id', 'fields', 'permissions']);
