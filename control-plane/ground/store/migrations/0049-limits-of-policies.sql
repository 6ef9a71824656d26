-- Addresses that may call, rates and quotas of policies, and what has been used of them.

alter table auth_policies
  add column allowed_addresses jsonb not null default '[]',
  add column limits jsonb not null
    default '{"keyRequestsPerMinute": null, "callerRequestsPerMinute": null, "quotas": []}';

-- Of limits by the minute: tokens that no worker has, as of a moment. Below 0, what was used beyond them is made up for first.
-- After a crash of the database every limit is whole again, so it need not be logged. Rows live for minutes. No index has a column that
-- changes, so that rows are changed in place.
create unlogged table rate_levels (
  project_id text not null,
  id text collate "C" not null,
  level double precision not null,
  at timestamptz not null,
  primary key (project_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
select ferrule_protect('rate_levels');

-- Of quotas: what workers have used or have in hand of one day or month.
create table quota_uses (
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  environment text not null check (environment in ('development', 'production')),
  counted_by text not null check (counted_by in ('key', 'caller', 'tenant')),
  period text not null check (period in ('day', 'month')),
  starts_on date not null,
  -- A key's or tenant's id; of a caller the hash of who vouches for them and who they are there.
  subject text collate "C" not null,
  -- As a person knows it.
  name text not null,
  used bigint not null,
  primary key (project_id, endpoint_id, environment, counted_by, period, starts_on, subject),
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade
) with (fillfactor = 80);
create index quota_uses_age on quota_uses (starts_on);
select ferrule_protect('quota_uses');

-- What workers hear of a policy's limits: nothing where there are none, so that the state of such a policy is as it was.
create function ferrule_limits_state(addresses jsonb, limits jsonb) returns jsonb language sql immutable as $$
  select case when addresses <> '[]' then jsonb_build_object('allowedAddresses', addresses) else '{}' end
    || case when limits <> '{"keyRequestsPerMinute": null, "callerRequestsPerMinute": null, "quotas": []}'
       then jsonb_build_object('limits', limits) else '{}' end
$$;

create or replace function ferrule_endpoint_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'endpoint', 'id', e.id, 'projectId', e.project_id, 'slug', e.slug, 'endpointKind', e.kind,
    'status', e.status,
    'limits', jsonb_build_object('requestsPerMinute', e.requests_per_minute, 'maxBodyBytes', e.max_body_bytes),
    'policies', (
      select jsonb_object_agg(environment, coalesce(
        (select jsonb_build_object('callerMode', a.caller ->> 'mode', 'permissions', a.permissions,
           'allowedOrigins', a.allowed_origins) || ferrule_mode_state(a.caller)
           || ferrule_limits_state(a.allowed_addresses, a.limits)
         from auth_policies a where a.endpoint_id = e.id and a.environment = environments.environment),
        '{"callerMode":"api-key","allowedOrigins":[],
          "permissions":{"secrets":[],"hosts":[],"collections":[],"cache":false}}'))
      from (values ('development'), ('production')) as environments (environment)))
  from runtime_endpoints e where e.id = wanted
$$;

drop trigger auth_policies_state_changed on auth_policies;
create constraint trigger auth_policies_state_changed after update on auth_policies
  deferrable initially deferred for each row
  when ((old.caller, old.permissions, old.allowed_origins, old.allowed_addresses, old.limits)
    is distinct from (new.caller, new.permissions, new.allowed_origins, new.allowed_addresses, new.limits))
  execute function ferrule_state_changed('endpoint', 'endpoint_id');
