-- What a caller is found by: a key's id, or the hash of who vouches for them and who they are there. Null: nobody.
create function ferrule_caller_key(caller jsonb) returns text language sql immutable as $$
  select case
    when caller ->> 'kind' = 'anonymous' then null
    when caller ? 'issuer' and caller ? 'subject' then
      encode(sha256(convert_to((caller ->> 'issuer') || E'\n' || (caller ->> 'subject'), 'UTF8')), 'hex')
    when length(caller ->> 'id') > 128 then encode(sha256(convert_to(caller ->> 'id', 'UTF8')), 'hex')
    else caller ->> 'id'
  end
$$;

-- As before, with the caller: for batches that a control plane of an earlier version records meanwhile.
create or replace function ferrule_index_batch(batch execution_batches) returns void language sql as $$
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
        ('tenantId', e.tenant_id), ('source', e.source), ('environment', e.environment),
        ('caller', ferrule_caller_key(e.caller))) as facet (name, term)
      where facet.term is not null
      group by 1, 2
    ) found
    cross join generate_series(1, cardinality(batch.ids)) as n
  ) marked
  group by marked.facet, marked.term
  on conflict do nothing
$$;

-- Calls by caller, a quarter of an hour and half a day each: what the windows of the dashboard are summed from.
create table caller_rollups (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  seconds integer not null,
  bucket_at timestamptz(0) not null,
  caller_key text not null,
  -- Who it was, as of the latest call.
  caller jsonb not null,
  calls integer not null,
  failed integer not null,
  primary key (project_id, environment, seconds, bucket_at, caller_key)
);
create index caller_rollups_age on caller_rollups (seconds, bucket_at);
select ferrule_protect('caller_rollups');
