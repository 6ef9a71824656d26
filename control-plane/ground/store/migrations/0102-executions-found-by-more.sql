-- Lists of executions are filtered by deployment, tool or route, HTTP status and group of failures, and sorted by duration.

alter table executions add column http_status smallint;
comment on column executions.http_status is 'The status of the response to a call of an HTTP API; null: the call was of another kind, nobody waited for it, or its worker did not say.';

-- A list sorted by duration has a bounded range, so it reads few partitions, each from its slowest call on.
create index executions_duration on executions (project_id, duration_ms);

alter table execution_batches add column entries smallint;
comment on column execution_batches.entries is 'The form of its entries, see execution_facets; null: those that a control plane of an earlier version did not write were added here.';
comment on column execution_facets.facet is 'What is filtered by, such as status or functionId; trait: that it is no test, that there is an error, or that the call took at least so many milliseconds.';

-- Adds the entries that earlier versions did not write: to the batches of before this, and to those that a control plane of
-- an earlier version records meanwhile.
create function ferrule_index_batch(batch execution_batches) returns void language sql as $$
  insert into execution_facets (project_id, facet, term, last_at, first_at, sequence, positions)
  select batch.project_id, found.facet, found.term, batch.last_at, batch.first_at, batch.sequence,
    case when cardinality(found.places) = cardinality(batch.ids) then repeat('1', cardinality(batch.ids))
      else (select string_agg(case when n = any(found.places) then '1' else '0' end, '' order by n)
        from generate_series(1, cardinality(batch.ids)) as n) end::bit varying
  from (
    select facet.name as facet, facet.term, array_agg(held.n) as places
    from unnest(batch.ids, batch.started_ats) with ordinality as held (id, at, n)
    join executions e on e.id = held.id and e.started_at = held.at and e.project_id = batch.project_id
      and e.started_at >= batch.first_at and e.started_at <= batch.last_at
    cross join lateral (values ('deploymentId', e.deployment_id), ('bindingId', e.binding_id),
      ('httpStatus', e.http_status::text), ('httpStatus', (e.http_status / 100)::text || 'xx'),
      ('errorId', case when e.status in ('failed', 'timed_out') then ferrule_failure_group(e.function_id,
        coalesce(e.error ->> 'code', ''), ferrule_failure_frame(e.error ->> 'stack')) end),
      ('trait', case when e.source <> 'test' then 'no-test' end),
      ('trait', case when e.error is not null then 'error' end),
      ('trait', case when e.duration_ms >= 1000 then '1000' end),
      ('trait', case when e.duration_ms >= 10000 then '10000' end),
      ('trait', case when e.duration_ms >= 60000 then '60000' end)) as facet (name, term)
    where facet.term is not null
    group by 1, 2
  ) found
  on conflict do nothing
$$;

create function ferrule_complete_batch() returns trigger language plpgsql as $$
begin
  perform ferrule_index_batch(new);
  return null;
end $$;
create trigger execution_batches_complete after insert on execution_batches
  for each row when (new.entries is null) execute function ferrule_complete_batch();

select set_config('ferrule.scope', 'installation', true);
select count(ferrule_index_batch(batch)) from execution_batches batch;
select set_config('ferrule.scope', '', true);
