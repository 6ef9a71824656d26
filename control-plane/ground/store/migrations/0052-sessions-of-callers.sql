-- Sign-ins of callers without an account here. The cookie only names one, so that it can end before its time.
create table caller_sessions (
  id text primary key,
  provider_id text not null references identity_providers (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  email text,
  name text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index caller_sessions_subject on caller_sessions (provider_id, subject);
create index caller_sessions_sid on caller_sessions (provider_id, sid) where sid is not null;
create index caller_sessions_expiry on caller_sessions (expires_at);

-- Whether a sign-out at the provider also ends what its callers allowed.
alter table identity_providers add column logout_ends_consents boolean not null default false;
