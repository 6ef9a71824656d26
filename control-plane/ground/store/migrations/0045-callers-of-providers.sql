-- Callers who sign in with a provider and have no account here: known by issuer and subject, as of their consent.
alter table oauth_grants
  add column caller_provider_id text,
  add column caller_issuer text,
  add column caller_subject text,
  add column caller_email text,
  add constraint oauth_grants_one_giver check (
    (caller_subject is null) = (caller_issuer is null)
    and (caller_subject is null) = (caller_provider_id is null)
    and (user_id is null or caller_subject is null)
    and (caller_email is null or caller_subject is not null));
create index oauth_grants_caller on oauth_grants (caller_issuer, caller_subject, id) where caller_subject is not null;
create index oauth_grants_caller_provider on oauth_grants (caller_provider_id) where caller_provider_id is not null;

-- Whoever a provider may not sign in any more has allowed nothing, whatever statement changes or removes it.
create function ferrule_end_grants_of_provider() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
  is_over boolean := tg_op = 'DELETE' or new.status <> 'active' or new.use not in ('callers', 'both');
begin
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants set revoked_at = now()
  where caller_provider_id = old.id and revoked_at is null and (is_over or (
    new.caller_domains <> '[]' and not coalesce(new.caller_domains ? split_part(caller_email, '@', 2), false)));
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger identity_providers_end_grants after update or delete on identity_providers
  for each row execute function ferrule_end_grants_of_provider();
