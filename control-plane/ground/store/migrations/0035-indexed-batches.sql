-- Executions cost less to record. Eight indexes were kept up row by row; now each recorded batch has an entry for each value
-- that a list is filtered by, which says which of its calls have it. A batch of 300 has about ten such entries.

-- What only the page of one execution shows, as the text of a JSON object: it is never searched, so it need not be taken
-- apart. Rows of before this have it in the columns input, output, logs, calls, host_calls and host_calls_omitted.
alter table executions
  add column details text,
  alter column logs set default '[]',
  alter column calls set default '[]';

-- Whoever records locks the Projects of a batch once, instead of once a row.
alter table executions drop constraint executions_project_id_fkey;
create function ferrule_delete_executions() returns trigger
language plpgsql security definer set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
begin
  perform set_config('ferrule.scope', 'installation', true);
  delete from executions where project_id = old.id;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger projects_delete_executions after delete on projects
  for each row execute function ferrule_delete_executions();

drop index executions_newest;
drop index executions_function;
drop index executions_endpoint;
drop index executions_tenant;
drop index executions_status;
drop index executions_source;
drop index executions_environment;
-- For ranges of time that are read whole: calls are recorded nearly in their order.
create index executions_time on executions using brin (started_at) with (pages_per_range = 16, autosummarize = on);

-- Batches are kept as long as their executions. One spans a minute at most, so a list knows where to begin. Those below 0
-- were made here, of executions of before this, and are no part of the feed.
alter table execution_batches
  add column first_at timestamptz(3),
  add column last_at timestamptz(3),
  add column calls integer not null generated always as (cardinality(ids)) stored;
create index execution_batches_newest on execution_batches (project_id, last_at desc, sequence desc);

-- Which calls of a batch have a value: bit n, from 0, is the batch's n-th call.
create table execution_facets (
  project_id text not null references projects (id) on delete cascade,
  facet text not null,
  term text not null,
  last_at timestamptz(3) not null,
  first_at timestamptz(3) not null,
  sequence bigint not null,
  positions bit varying not null,
  primary key (project_id, facet, term, last_at, sequence)
);
select ferrule_protect('execution_facets');

-- Writes the entries of one batch from its executions: for those of before this, and those that a control plane of an
-- earlier version records meanwhile.
create function ferrule_index_batch(batch execution_batches) returns void language sql as $$
  insert into execution_facets (project_id, facet, term, last_at, first_at, sequence, positions)
  select batch.project_id, marked.facet, marked.term, batch.last_at, batch.first_at, batch.sequence,
    string_agg(case when marked.n = any(marked.places) then '1' else '0' end, '' order by marked.n)::bit varying
  from (
    select n, found.facet, found.term, found.places
    from (
      select facet.name as facet, facet.term, array_agg(held.n) as places
      from unnest(batch.ids, batch.started_ats) with ordinality as held (id, at, n)
      join executions e on e.id = held.id and e.started_at = held.at and e.project_id = batch.project_id
      cross join lateral (values ('functionId', e.function_id), ('endpointId', e.endpoint_id), ('status', e.status),
        ('tenantId', e.tenant_id), ('source', e.source), ('environment', e.environment)) as facet (name, term)
      where facet.term is not null
      group by 1, 2
    ) found
    cross join generate_series(1, cardinality(batch.ids)) as n
  ) marked
  group by marked.facet, marked.term
  on conflict do nothing
$$;

create function ferrule_complete_batch() returns trigger language plpgsql as $$
begin
  select min(at), max(at) into new.first_at, new.last_at from unnest(new.started_ats) at;
  perform ferrule_index_batch(new);
  return new;
end $$;
create trigger execution_batches_complete before insert on execution_batches
  for each row when (new.last_at is null) execute function ferrule_complete_batch();

select set_config('ferrule.scope', 'installation', true);
delete from execution_batches;
insert into execution_batches (sequence, project_id, recorded_at, ids, started_ats)
overriding system value
select -row_number() over (), project_id, max(started_at), array_agg(id order by started_at, id),
  array_agg(started_at order by started_at, id)
from (
  select project_id, id, started_at,
    (row_number() over (partition by project_id, date_trunc('minute', started_at) order by started_at, id) - 1) / 500 as part
  from executions
) numbered
group by project_id, date_trunc('minute', started_at), part;
alter table execution_batches alter column first_at set not null, alter column last_at set not null;
select set_config('ferrule.scope', '', true);
