-- Secrets, sealed: nothing here opens without ENCRYPTION_KEYS, which the database never sees.

create table secrets (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  environment text not null check (environment in ('development', 'production')),
  name text not null,
  version integer not null default 1,
  fingerprint text not null,
  rotated_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint secrets_name_taken unique (project_id, environment, name)
);
create index secrets_newest on secrets (project_id, id desc);
select ferrule_protect('secrets');

-- One row a version. Only the newest one has its value; what a rotation replaced is gone, and its row says when it was.
create table secret_versions (
  secret_id text not null references secrets (id) on delete cascade,
  version integer not null,
  project_id text not null references projects (id) on delete cascade,
  fingerprint text not null,
  -- The value under a data key of its own, and that key under the key of this id (AES-256-GCM: nonce, tag, ciphertext).
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3),
  primary key (secret_id, version),
  constraint secret_versions_sealed check (
    (replaced_at is null and key_id is not null and wrapped_key is not null and ciphertext is not null)
    or (replaced_at is not null and key_id is null and wrapped_key is null and ciphertext is null))
);
create index secret_versions_project on secret_versions (project_id);
create index secret_versions_key on secret_versions (key_id, secret_id, version) where key_id is not null;
select ferrule_protect('secret_versions');

create function ferrule_secret_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'secret', 'id', wanted, 'projectId', s.project_id, 'environment', s.environment, 'name', s.name,
    'version', s.version)
  from secrets s
  where s.project_id = split_part(wanted, ':', 1) and s.environment = split_part(wanted, ':', 2)
    and s.name = split_part(wanted, ':', 3)
$$;

-- As in 0003, with each kind's state read by the function of its name: ferrule_project_state, ferrule_secret_state, …
create or replace function ferrule_publish_state(changed_kind text, changed_id text) returns void
language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
  changed_key text := changed_kind || ':' || changed_id;
  held_state jsonb;
  current_state jsonb;
  next_sequence bigint;
begin
  perform 1 from runtime_feed for update;
  perform set_config('ferrule.scope', 'installation', true);
  execute format('select %I($1)', 'ferrule_' || changed_kind || '_state') using changed_id into current_state;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  select state into held_state from runtime_states where key = changed_key;
  if held_state is not distinct from current_state then return; end if;
  update runtime_feed set sequence = sequence + 1 returning sequence into next_sequence;
  insert into runtime_states (key, sequence, state) values (changed_key, next_sequence, current_state)
  on conflict (key) do update set sequence = excluded.sequence, state = excluded.state;
  perform pg_notify('runtime_states', '');
end $$;

create function ferrule_secret_changed() returns trigger language plpgsql set search_path from current as $$
declare
  changed secrets := coalesce(new, old);
begin
  perform ferrule_publish_state('secret', changed.project_id || ':' || changed.environment || ':' || changed.name);
  return null;
end $$;

create constraint trigger secrets_state_born after insert or delete on secrets
  deferrable initially deferred for each row execute function ferrule_secret_changed();
create constraint trigger secrets_state_changed after update on secrets
  deferrable initially deferred for each row
  when (old.version is distinct from new.version) execute function ferrule_secret_changed();
