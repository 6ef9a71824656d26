-- Days of executions in object storage. An object has some thousand executions of one Project and day, newest first.
create table execution_archives (
  key text primary key,
  -- Without a reference: an object outlives its Project until it is deleted.
  project_id text not null,
  day date not null,
  -- The smallest and the greatest id in it.
  first_id text collate "C" not null,
  last_id text collate "C" not null,
  -- When its earliest and its latest call began.
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- Where it ends, with the first moment: the earliest call's id. Stays when that call is erased.
  tail_id text collate "C" not null,
  executions integer not null,
  -- Of the object, and of the text in it.
  bytes integer not null,
  text_bytes integer not null,
  sha256 text not null,
  -- `writing`: may be there, but nothing counts on it. `gone`: is to be deleted.
  state text not null default 'writing' check (state in ('writing', 'kept', 'gone')),
  changed_at timestamptz(3) not null default now()
);
create index execution_archives_newest on execution_archives (project_id, first_at desc, tail_id desc) where state = 'kept';
create index execution_archives_ids on execution_archives (project_id, last_id) where state = 'kept';
create index execution_archives_days on execution_archives (day) where state = 'kept';
create index execution_archives_unkept on execution_archives (changed_at) where state <> 'kept';
select ferrule_protect('execution_archives');

create function ferrule_let_archives_go() returns trigger
language plpgsql security definer set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
begin
  perform set_config('ferrule.scope', 'installation', true);
  update execution_archives set state = 'gone', changed_at = now() where project_id = old.id;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger projects_let_archives_go after delete on projects
  for each row execute function ferrule_let_archives_go();

-- How the archive is doing.
create table archive_state (
  only_row boolean primary key default true check (only_row),
  -- The last day that went, and when.
  last_day date,
  archived_at timestamptz(3),
  failures integer not null default 0,
  failed_at timestamptz(3),
  failure text
);
insert into archive_state default values;
