-- A policy names whose people may sign in without an account here. Those of before keep what they have: every provider that there is.
select set_config('ferrule.scope', 'installation', true);
drop trigger auth_policies_end_grants on auth_policies;
update auth_policies
set caller = jsonb_set(caller, '{oauth}', (caller -> 'oauth') || jsonb_build_object(
  'ask', 'at-sign-in',
  'issuers', (
    select coalesce(jsonb_agg(distinct p.issuer), '[]') from identity_providers p
    where p.use in ('callers', 'both') or p.identity_assertions)))
where caller ->> 'mode' = 'oauth';
select set_config('ferrule.scope', '', true);

-- As before, and nothing is left of what those allowed whose issuer a policy names no more. Who holds the policy has ended by then.
create or replace function ferrule_end_grants_of_policy() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
  takes_documents boolean := coalesce((new.caller -> 'oauth' -> 'documents')::boolean, false);
  takes_registered boolean := coalesce((new.caller -> 'oauth' -> 'registration')::boolean, false);
  issuers jsonb := coalesce(new.caller -> 'oauth' -> 'issuers', '[]');
begin
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants g set revoked_at = now()
  where g.project_id = new.project_id and g.endpoint_id = new.endpoint_id and g.environment = new.environment
    and g.revoked_at is null and (
      (not takes_documents and g.client_id like 'https://%')
      or (g.caller_issuer is not null and not issuers ? g.caller_issuer)
      or (not takes_registered and exists (select 1 from oauth_clients c where c.id = g.client_id and c.kind = 'dynamic')));
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger auth_policies_end_grants after update on auth_policies
  for each row when (new.caller ->> 'mode' = 'oauth') execute function ferrule_end_grants_of_policy();

-- As before, with when a program hears of further scopes: nothing where it does at the sign-in, so that workers of the version
-- before can read it. Issuers are not theirs to judge: a consent outside of them has ended, which they hear.
create or replace function ferrule_mode_state(caller jsonb) returns jsonb language sql immutable as $$
  select case when caller ? 'documentation'
    then jsonb_build_object('documentation', caller -> 'documentation') else '{}' end
  || case caller ->> 'mode'
    when 'oauth' then jsonb_build_object('oauth', jsonb_build_object(
      'keys', caller -> 'oauth' -> 'keys',
      'scopes', (
        select coalesce(jsonb_agg(jsonb_build_object('name', s -> 'name', 'targets', s -> 'targets')), '[]')
        from jsonb_array_elements(caller -> 'oauth' -> 'scopes') s))
      || case when caller #>> '{oauth,ask}' = 'when-needed' then '{"ask": "when-needed"}' else '{}'::jsonb end
      || case when caller #> '{oauth,rules}' <> '[]' then jsonb_build_object('rules', caller #> '{oauth,rules}') else '{}' end
      || case when caller #> '{oauth,claims}' <> '[]' then jsonb_build_object('claims', caller #> '{oauth,claims}') else '{}' end)
    when 'jwt' then jsonb_build_object('jwt', caller -> 'jwt')
    when 'signature' then jsonb_build_object('signature', caller -> 'signature')
    else '{}'
  end
$$;
