-- Consents that a provider of the company gave in place of the person, by an identity assertion (ID-JAG).
alter table identity_providers add column identity_assertions boolean not null default false;
-- So that a machine can change its key without a new client ID.
alter table oauth_clients
  add column updated_at timestamptz(3) not null default now(),
  add column revision integer not null default 1;
alter table oauth_grants
  add column by_company boolean not null default false,
  -- Somebody here ended it, and the provider's next assertion does not begin it anew.
  add column blocked_at timestamptz(3),
  add constraint oauth_grants_company_names_caller check (not by_company or caller_subject is not null),
  add constraint oauth_grants_blocked_is_over check (blocked_at is null or (by_company and revoked_at is not null));

-- As before; what the company gave ends with the switch that lets its provider give it, not with `use`.
create or replace function ferrule_end_grants_of_provider() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
  is_over boolean := tg_op = 'DELETE' or new.status <> 'active';
begin
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants set revoked_at = now()
  where caller_provider_id = old.id and revoked_at is null and (is_over
    or (by_company and not new.identity_assertions)
    or (not by_company and new.use not in ('callers', 'both'))
    or (new.caller_domains <> '[]' and not coalesce(new.caller_domains ? split_part(caller_email, '@', 2), false)));
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;

-- As before, with what the company gave in the name of the disabled person.
create or replace function ferrule_end_grants_of_user() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
begin
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants set revoked_at = now() where user_id = new.id and revoked_at is null;
  update oauth_grants g set revoked_at = now() from user_identities i
  where i.user_id = new.id and g.caller_provider_id = i.provider_id and g.caller_subject = i.subject
    and g.by_company and g.revoked_at is null;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
