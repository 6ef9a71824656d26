-- Somebody stops an endpoint in one environment at once, and reviews who may call what.

alter table auth_policies
  add column stopped_at timestamptz(3),
  add column stopped_by text,
  add column stop_reason text,
  add constraint auth_policies_stop check ((stopped_at is null) = (stop_reason is null));
comment on column auth_policies.stopped_at is 'Since when every call is refused in this environment, whatever else the policy says; null: it is not stopped.';
comment on column auth_policies.stopped_by is 'The e-mail address of who stopped it.';
comment on column auth_policies.stop_reason is 'Why it is stopped, for people in the console. Callers do not see it.';

-- As before, with the stop. A policy that is not stopped has the state that it had.
create or replace function ferrule_endpoint_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'endpoint', 'id', e.id, 'projectId', e.project_id, 'slug', e.slug, 'endpointKind', e.kind,
    'status', e.status,
    'limits', jsonb_build_object('requestsPerMinute', e.requests_per_minute, 'maxBodyBytes', e.max_body_bytes),
    'policies', (
      select jsonb_object_agg(environment, coalesce(
        (select ferrule_policy_state(a.caller, a.permissions, a.allowed_origins, a.allowed_addresses, a.limits,
           a.approvals) || case when a.stopped_at is null then '{}'::jsonb else '{"stopped":true}'::jsonb end
         from auth_policies a where a.endpoint_id = e.id and a.environment = environments.environment),
        '{"callerMode":"api-key","allowedOrigins":[],
          "permissions":{"secrets":[],"hosts":[],"collections":[],"cache":false}}'))
      from (values ('development'), ('production')) as environments (environment)))
  from runtime_endpoints e where e.id = wanted
$$;

create constraint trigger auth_policies_state_stopped after update on auth_policies
  deferrable initially deferred for each row
  when ((old.stopped_at is null) is distinct from (new.stopped_at is null))
  execute function ferrule_state_changed('endpoint', 'endpoint_id');

alter table api_keys add column created_by text references users (id) on delete set null;
comment on column api_keys.created_by is 'The user who created the key; null: unknown, or the user is gone.';
create index api_keys_creator on api_keys (created_by);
alter table oauth_clients add column created_by text references users (id) on delete set null;
comment on column oauth_clients.created_by is 'The user who registered the client; null: it registered itself, or the user is gone.';
create index oauth_clients_creator on oauth_clients (created_by);
-- A review walks through the consents of a Project.
create index oauth_grants_in_force on oauth_grants (project_id, endpoint_id, environment, id) where revoked_at is null;

select set_config('ferrule.scope', 'installation', true);
update api_keys key set created_by = maker.id
from audit_events event join users maker on maker.id = event.actor_user_id
where event.action = 'api-key.create' and event.outcome = 'success' and event.target_id = key.id;
update oauth_clients client set created_by = maker.id
from audit_events event join users maker on maker.id = event.actor_user_id
where event.action = 'oauth-client.create' and event.outcome = 'success' and event.target_id = client.id;
select set_config('ferrule.scope', '', true);
