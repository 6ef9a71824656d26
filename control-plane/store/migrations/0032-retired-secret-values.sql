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
