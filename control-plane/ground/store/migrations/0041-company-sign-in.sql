-- Providers of the company's sign-in. The client secret, or the private key, is sealed as a secret's value is.
create table identity_providers (
  id text primary key,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_auth text not null check (client_auth in ('client_secret_basic', 'client_secret_post', 'private_key_jwt')),
  -- The public half, to be registered at the provider.
  public_jwk jsonb,
  -- Of the sealed value: what it is sealed for.
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  scopes jsonb not null,
  ask_consent boolean not null,
  claims jsonb not null,
  use text not null check (use in ('console', 'callers', 'both')),
  roles jsonb not null,
  other_role text check (other_role in ('owner', 'admin', 'developer', 'operator')),
  trust_email boolean not null,
  link_by_email boolean not null,
  caller_domains jsonb not null,
  status text not null check (status in ('active', 'disabled')),
  managed_by text not null default 'console' check (managed_by in ('console', 'settings')),
  -- How the latest sign-in went. Not part of the revision.
  last_sign_in jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint identity_providers_name_taken unique (name),
  constraint identity_providers_client_taken unique (issuer, client_id)
);

-- Who a user is at a provider. Whoever is here signs in as that user, whatever their address is by then.
create table user_identities (
  provider_id text not null references identity_providers (id) on delete cascade,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  -- The account was disabled because the provider said so; it is enabled again when the provider does.
  suspended boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (provider_id, subject)
);
create unique index user_identities_user on user_identities (user_id, provider_id);

-- Whoever changes the status of a user decides it: the word of a provider counts no more, unless it is the one who does.
create function ferrule_forget_suspension() returns trigger language plpgsql set search_path from current as $$
begin
  update user_identities set suspended = false where user_id = new.id and suspended;
  return null;
end $$;
create trigger users_forget_suspension after update of status on users
  for each row when (old.status <> new.status) execute function ferrule_forget_suspension();

-- Sessions that a provider opened. What is sent back to the provider is encrypted under SESSION_SECRET.
create table provider_sign_ins (
  session_id text primary key references sessions (id) on delete cascade,
  provider_id text not null references identity_providers (id) on delete cascade,
  subject text not null,
  sid text,
  id_hint text not null,
  renewal text,
  checked_at timestamptz(3) not null default now()
);
create index provider_sign_ins_subject on provider_sign_ins (provider_id, subject);
create index provider_sign_ins_sid on provider_sign_ins (provider_id, sid);
create index provider_sign_ins_checked on provider_sign_ins (checked_at) where renewal is not null;

-- A session goes with its provider.
create function ferrule_end_sessions_of_provider() returns trigger language plpgsql set search_path from current as $$
begin
  delete from sessions s using provider_sign_ins p where p.session_id = s.id and p.provider_id = old.id;
  return old;
end $$;
create trigger identity_providers_end_sessions before delete on identity_providers
  for each row execute function ferrule_end_sessions_of_provider();

-- Answers and logout tokens of providers that were taken, so that none is taken twice.
create table provider_answers (
  sha256 text primary key,
  expires_at timestamptz(3) not null
);
create index provider_answers_expiry on provider_answers (expires_at);

create table sign_in_policy (
  only_row boolean primary key default true check (only_row),
  local_sign_in text not null default 'everyone' check (local_sign_in in ('everyone', 'break-glass')),
  break_glass_user_id text references users (id) on delete set null,
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1
);
insert into sign_in_policy default values;

alter table sessions drop constraint sessions_signed_in_by_check;
alter table sessions add constraint sessions_signed_in_by_check check (signed_in_by in ('password', 'link', 'provider'));
