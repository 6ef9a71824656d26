-- Users and groups that a provider's SCIM client brings (RFC 7643). A user is one of `users`; here is what the client says of them.
create table directory_users (
  provider_id text not null references identity_providers (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  external_id text,
  user_name text not null,
  display_name text,
  name jsonb not null,
  emails jsonb not null,
  -- What the client says. Whether the user may sign in also depends on their role, and on who else disabled them.
  active boolean not null,
  -- The account was disabled because the client said so, or because no group gives a role.
  suspended boolean not null default false,
  -- Has been in a group with a role: from then on the groups here decide, not those of a sign-in.
  grouped boolean not null default false,
  -- The client has removed it. The account stays, disabled, and is the same if the client makes it again.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  primary key (provider_id, user_id)
);
create unique index directory_users_one on directory_users (user_id);
create unique index directory_users_name_taken on directory_users (provider_id, lower(user_name)) where deleted_at is null;
create unique index directory_users_external_taken on directory_users (provider_id, external_id)
  where external_id is not null and deleted_at is null;

create table directory_groups (
  id text primary key,
  provider_id text not null references identity_providers (id) on delete cascade,
  display_name text not null,
  external_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1
);
create unique index directory_groups_name_taken on directory_groups (provider_id, lower(display_name));
create unique index directory_groups_external_taken on directory_groups (provider_id, external_id) where external_id is not null;

create table directory_members (
  group_id text not null references directory_groups (id) on delete cascade,
  user_id text not null references directory_users (user_id) on delete cascade,
  primary key (group_id, user_id)
);
create index directory_members_user on directory_members (user_id);

-- Tokens of SCIM clients, as hashes.
create table scim_tokens (
  id text primary key,
  provider_id text not null references identity_providers (id) on delete cascade,
  name text not null,
  prefix text not null,
  sha256 text not null unique,
  previous_sha256 text unique,
  previous_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index scim_tokens_provider on scim_tokens (provider_id);

-- Whoever changes the status of a user decides it, as before: a directory's word counts no more either.
create or replace function ferrule_forget_suspension() returns trigger language plpgsql set search_path from current as $$
begin
  update user_identities set suspended = false where user_id = new.id and suspended;
  update directory_users set suspended = false where user_id = new.id and suspended;
  return null;
end $$;
