-- What a secret's value was before a rotation or its deletion, so that it is still masked for as long as something that the
-- platform shows may hold it. Sealed as it was; nothing gives it out. No reference to the secret, which may be gone.
create table retired_secret_values (
  secret_id text not null,
  version integer not null,
  project_id text not null references projects (id) on delete cascade,
  environment text not null check (environment in ('development', 'production')),
  name text not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  retired_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (secret_id, version)
);
create index retired_secret_values_place on retired_secret_values (project_id, environment, name, retired_at desc);
create index retired_secret_values_expiry on retired_secret_values (expires_at);
create index retired_secret_values_key on retired_secret_values (key_id, secret_id, version);
select ferrule_protect('retired_secret_values');

-- From where a user has signed in: somebody else's failures do not keep them out there. The network is a keyed hash.
create table sign_in_sources (
  user_id text not null references users (id) on delete cascade,
  network text not null,
  last_at timestamptz(3) not null default now(),
  primary key (user_id, network)
);
create index sign_in_sources_last on sign_in_sources (last_at);

-- Who has a long answer open is told at once, on every replica, when what allowed it may have changed. The payload is the user.
create function ferrule_sign_in_changed() returns trigger language plpgsql set search_path from current as $$
begin
  perform pg_notify('sign_ins', case tg_table_name when 'users' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'user_id' end);
  return null;
end $$;

create trigger sessions_ended after delete on sessions for each row execute function ferrule_sign_in_changed();
create trigger sessions_moved after update of project_id on sessions
  for each row when (old.project_id is distinct from new.project_id) execute function ferrule_sign_in_changed();
create trigger users_changed after update of role, status on users
  for each row when (old.role <> new.role or old.status <> new.status) execute function ferrule_sign_in_changed();
create trigger api_tokens_ended after delete on api_tokens for each row execute function ferrule_sign_in_changed();
