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
