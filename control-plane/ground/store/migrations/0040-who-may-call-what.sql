-- Rules of who may call what, tokens of other issuers, and the scope that a tool or route asks of its callers.

alter table mcp_bindings add column scope text;
alter table http_bindings add column scope text;

-- Policies of before have neither rules nor claims that are let through.
select set_config('ferrule.scope', 'installation', true);
update auth_policies
set caller = jsonb_set(caller, '{oauth}', '{"rules": [], "claims": []}' || (caller -> 'oauth'))
where caller ->> 'mode' = 'oauth';
select set_config('ferrule.scope', '', true);

-- What workers hear of a policy beside its mode: of each mode what only that mode has, under the mode's name. Rules are left
-- out where there are none, so that the state of such a policy is as it was.
create function ferrule_mode_state(caller jsonb) returns jsonb language sql immutable as $$
  select case caller ->> 'mode'
    when 'oauth' then jsonb_build_object('oauth', jsonb_build_object(
      'keys', caller -> 'oauth' -> 'keys',
      'scopes', (
        select coalesce(jsonb_agg(jsonb_build_object('name', s -> 'name', 'targets', s -> 'targets')), '[]')
        from jsonb_array_elements(caller -> 'oauth' -> 'scopes') s))
      || case when caller #> '{oauth,rules}' <> '[]' then jsonb_build_object('rules', caller #> '{oauth,rules}') else '{}' end
      || case when caller #> '{oauth,claims}' <> '[]' then jsonb_build_object('claims', caller #> '{oauth,claims}') else '{}' end)
    when 'jwt' then jsonb_build_object('jwt', caller -> 'jwt')
    else '{}'
  end
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
         from auth_policies a where a.endpoint_id = e.id and a.environment = environments.environment),
        '{"callerMode":"api-key","allowedOrigins":[],
          "permissions":{"secrets":[],"hosts":[],"collections":[],"cache":false}}'))
      from (values ('development'), ('production')) as environments (environment)))
  from runtime_endpoints e where e.id = wanted
$$;
