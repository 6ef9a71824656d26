-- Who gives a right holds the row that it comes from (`for key share`). What takes rights away waits for them, whatever statement does it, and
-- then sees what they gave; who comes later waits for it, and reads what it made of the row. A plain update would do neither.
create function ferrule_wait_for_holders() returns trigger language plpgsql set search_path from current as $$
begin
  execute format('select 1 from %I where id = $1 for update', tg_table_name) using old.id;
  return new;
end $$;
create trigger users_wait_for_holders before update on users for each row
  when ((old.status, old.role, old.password_hash) is distinct from (new.status, new.role, new.password_hash))
  execute function ferrule_wait_for_holders();
create trigger identity_providers_wait_for_holders before update on identity_providers for each row
  when (old.revision is distinct from new.revision or (old.status, old.use) is distinct from (new.status, new.use))
  execute function ferrule_wait_for_holders();

-- Whoever is disabled has no session, no link, and has allowed nothing any more, whatever statement disables them.
create or replace function ferrule_end_grants_of_user() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
begin
  delete from sessions where user_id = new.id;
  delete from one_time_links where user_id = new.id;
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants set revoked_at = now() where user_id = new.id and revoked_at is null;
  update oauth_grants g set revoked_at = now()
  where g.by_company and g.revoked_at is null and (
    exists (select 1 from user_identities i
      where i.user_id = new.id and g.caller_provider_id = i.provider_id and g.caller_subject = i.subject)
    or exists (select 1 from directory_users d
      where d.user_id = new.id and g.caller_provider_id = d.provider_id and g.caller_subject = d.external_id));
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;

-- A client that is gone has nothing, whatever statement removes it. The row is locked by then, and those who held it have ended.
create function ferrule_end_grants_of_client() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
begin
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants set revoked_at = now() where client_id = old.id and revoked_at is null;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger oauth_clients_end_grants after delete on oauth_clients
  for each row execute function ferrule_end_grants_of_client();

-- Nor has a client that the policy of its endpoint takes no more: one that registered itself, or one that is known by a document. Who holds
-- the policy has ended by then. A registered client is not the policy's to say, and a policy without sign-in says nothing of them.
create function ferrule_end_grants_of_policy() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
  takes_documents boolean := coalesce((new.caller -> 'oauth' -> 'documents')::boolean, false);
  takes_registered boolean := coalesce((new.caller -> 'oauth' -> 'registration')::boolean, false);
begin
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants g set revoked_at = now()
  where g.project_id = new.project_id and g.endpoint_id = new.endpoint_id and g.environment = new.environment
    and g.revoked_at is null and (
      (not takes_documents and g.client_id like 'https://%')
      or (not takes_registered and exists (select 1 from oauth_clients c where c.id = g.client_id and c.kind = 'dynamic')));
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger auth_policies_end_grants after update on auth_policies
  for each row when (new.caller ->> 'mode' = 'oauth') execute function ferrule_end_grants_of_policy();
