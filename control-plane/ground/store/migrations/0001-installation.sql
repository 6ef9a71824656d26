-- Row-level security of a table that belongs to a Project: a transaction sees the rows of the one Project that it was
-- opened for, or all of them when it was opened for the installation. Forced, because the role owns its tables.
create function ferrule_protect(table_name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy project_scope on %I using (project_id = current_setting(''ferrule.project_id'', true)'
    ' or current_setting(''ferrule.scope'', true) = ''installation'')',
    table_name
  );
end
$$;

create table projects (
  id text primary key,
  slug text not null constraint projects_slug_taken unique,
  name text not null,
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'archived')),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1
);

create table users (
  id text primary key,
  -- Kept in lower case by the writer.
  email text not null constraint users_email_taken unique,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'operator')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  password_hash text not null,
  must_change_password boolean not null default false,
  last_login_at timestamptz(3),
  last_project_id text references projects (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1
);
create index users_last_project on users (last_project_id);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The active Project.
  project_id text references projects (id) on delete set null,
  -- The CSRF token is a keyed hash of this; a new one takes the old token out of use.
  csrf_salt text not null,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_project on sessions (project_id);
create index sessions_expiry on sessions (expires_at);

create table one_time_links (
  sha256 text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index one_time_links_user on one_time_links (user_id);

-- One row a counted failure: of an account (keyed hash of the email) or of an address.
create table login_attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  at timestamptz(3) not null default now()
);
create index login_attempts_subject on login_attempts (subject, at);
create index login_attempts_at on login_attempts (at);

create table api_tokens (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'operator')),
  prefix text not null,
  sha256 text not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index api_tokens_user on api_tokens (user_id);
create index api_tokens_project on api_tokens (project_id);
select ferrule_protect('api_tokens');

-- Append-only. project_id refers to nothing on purpose: the events of a deleted Project stay.
create table audit_events (
  sequence bigint generated always as identity primary key,
  id text not null unique,
  at timestamptz(3) not null default now(),
  action text not null,
  project_id text,
  actor_kind text not null check (actor_kind in ('user', 'token', 'system', 'anonymous')),
  actor_id text,
  -- The person behind a token, so that a filter by person finds what their tokens did.
  actor_user_id text,
  actor_email text,
  target_kind text not null,
  target_id text,
  target_name text,
  request_id text,
  ip text,
  user_agent text,
  outcome text not null check (outcome in ('success', 'denied', 'failure')),
  changes jsonb not null default '{}',
  -- Chains the event to the one before it; null until it is sealed.
  hash text
);
create index audit_events_project on audit_events (project_id, sequence);
create index audit_events_actor on audit_events (actor_user_id, sequence);
create index audit_events_target on audit_events (target_id, sequence);
create index audit_events_action on audit_events (action, sequence);
create index audit_events_request on audit_events (request_id);
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy audit_append on audit_events for insert with check (true);
create policy audit_read on audit_events for select
  using (current_setting('ferrule.scope', true) = 'installation');
create policy audit_seal on audit_events for update
  using (current_setting('ferrule.scope', true) = 'installation');

create function audit_events_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
    and to_jsonb(old) - 'hash' = to_jsonb(new) - 'hash' then
    return new;
  end if;
  raise exception 'audit events are append-only';
end
$$;
create trigger audit_events_stay before update or delete on audit_events
  for each row execute function audit_events_stay();
create trigger audit_events_stay_whole before truncate on audit_events
  for each statement execute function audit_events_stay();

create table idempotency_keys (
  actor_id text not null,
  operation text not null,
  -- The active Project, or '' for an operation on the installation.
  project_scope text not null,
  key text not null,
  -- Keyed hash of the path and the body.
  request_hash text not null,
  status integer,
  -- JSON as it was sent, but without the value of a key or a secret.
  answer text,
  location text,
  created_at timestamptz(3) not null default now(),
  primary key (actor_id, operation, project_scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Who does a recurring job until when: one replica at a time.
create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz(3) not null
);
