-- The calls of an endpoint that wait until a person approves.

alter table auth_policies add column approvals jsonb not null default '[]';
comment on column auth_policies.approvals is 'The calls that need approval, and by whom, as a JSON list; empty: none.';

-- What workers hear of a policy. A policy without approvals has the state that it had.
create function ferrule_policy_state(
  caller jsonb, permissions jsonb, origins jsonb, addresses jsonb, limits jsonb, approvals jsonb)
returns jsonb language sql immutable as $$
  select jsonb_build_object('callerMode', caller ->> 'mode', 'permissions', permissions, 'allowedOrigins', origins)
    || ferrule_mode_state(caller) || ferrule_limits_state(addresses, limits)
    || case when coalesce(approvals, '[]') <> '[]' then jsonb_build_object('approvals', approvals) else '{}' end
$$;

-- As before, with the approvals.
create or replace function ferrule_endpoint_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'endpoint', 'id', e.id, 'projectId', e.project_id, 'slug', e.slug, 'endpointKind', e.kind,
    'status', e.status,
    'limits', jsonb_build_object('requestsPerMinute', e.requests_per_minute, 'maxBodyBytes', e.max_body_bytes),
    'policies', (
      select jsonb_object_agg(environment, coalesce(
        (select ferrule_policy_state(a.caller, a.permissions, a.allowed_origins, a.allowed_addresses, a.limits,
           a.approvals)
         from auth_policies a where a.endpoint_id = e.id and a.environment = environments.environment),
        '{"callerMode":"api-key","allowedOrigins":[],
          "permissions":{"secrets":[],"hosts":[],"collections":[],"cache":false}}'))
      from (values ('development'), ('production')) as environments (environment)))
  from runtime_endpoints e where e.id = wanted
$$;

create or replace function ferrule_preview_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'preview', 'id', p.id, 'projectId', p.project_id, 'name', p.name, 'deploymentId', p.served_build_id,
    'digest', p.digest, 'keySha256', p.key_sha256,
    'endpoints', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e -> 'id', 'slug', e -> 'slug', 'endpointKind', e -> 'kind', 'status', e -> 'status',
        'limits', e -> 'limits', 'policy', ferrule_policy_state(e #> '{policy,caller}', e #> '{policy,permissions}',
          e #> '{policy,allowedOrigins}', e #> '{policy,allowedAddresses}', e #> '{policy,limits}',
          e #> '{policy,approvals}')) order by place), '[]')
      from jsonb_array_elements(p.endpoints) with ordinality as held (e, place)))
  from previews p where p.id = wanted and p.digest is not null
$$;

drop function ferrule_policy_state(jsonb, jsonb, jsonb, jsonb, jsonb);

drop trigger auth_policies_state_changed on auth_policies;
create constraint trigger auth_policies_state_changed after update on auth_policies
  deferrable initially deferred for each row
  when ((old.caller, old.permissions, old.allowed_origins, old.allowed_addresses, old.limits, old.approvals)
    is distinct from
    (new.caller, new.permissions, new.allowed_origins, new.allowed_addresses, new.limits, new.approvals))
  execute function ferrule_state_changed('endpoint', 'endpoint_id');

-- A person who has seen the value of a key may call with it. So nobody approves calls of a key that they have seen.
alter table api_keys add column seen_by text[] not null default '{}';
comment on column api_keys.seen_by is 'The users who were shown a value of the key, at its creation or a rotation.';
select set_config('ferrule.scope', 'installation', true);
update api_keys key set seen_by = seen.users
from (
  select target_id, array_agg(distinct actor_user_id) as users from audit_events
  where action in ('api-key.create', 'api-key.rotate') and outcome = 'success'
    and target_id is not null and actor_user_id is not null
  group by target_id
) seen
where seen.target_id = key.id;
select set_config('ferrule.scope', '', true);

-- The last approved one like it: of the same Function, tool or route, and step. It is a column, because row-level security
-- lets no index serve a condition on coalesce.
alter table approvals add column alike text not null
  generated always as (coalesce(binding_id, '') || ' ' || coalesce(step_key, '')) stored;
comment on column approvals.alike is 'The tool or route, and the step: equal in questions that can be compared.';
drop index approvals_alike;
create index approvals_alike on approvals (project_id, environment, function_id, alike, finished_at desc)
  where status = 'approved';
