-- Days of executions in object storage. An object has some thousand executions of one Project and day, newest first. An execution
-- is either a row of `executions` or in one object that is `kept`: one transaction removes the rows and keeps the object.
create table execution_archives (
  -- Names the object. Each write has a key of its own, so that nobody writes or deletes what somebody else has written.
  key text primary key,
  -- In the order in which they were begun, for whoever looks through all of them.
  number bigint not null unique generated always as identity,
  -- Without a reference: an object outlives its Project until it is deleted.
  project_id text not null,
  day date not null,
  -- The smallest and the greatest id in it.
  first_id text collate "C" not null,
  last_id text collate "C" not null,
  -- When its earliest and its latest call began.
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  executions integer not null,
  -- Of the object, and of the text in it.
  bytes integer not null,
  text_bytes integer not null,
  sha256 text not null,
  -- `writing`: may be there, but nothing counts on it. `gone`: is to be deleted. Nothing comes back from `gone`.
  state text not null default 'writing' check (state in ('writing', 'kept', 'gone')),
  changed_at timestamptz(3) not null default now()
);
create index execution_archives_newest on execution_archives (project_id, last_at desc, number desc) where state = 'kept';
create index execution_archives_ids on execution_archives (project_id, last_id) where state = 'kept';
create index execution_archives_numbers on execution_archives (project_id, number) where state = 'kept';
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

-- Drops the partition of a day when nothing is left in it, and answers whether it did. Nobody records into it meanwhile. Runs as
-- the tables' owner, because only an owner may drop partitions.
create function ferrule_drop_empty_execution_partition(day date) returns boolean
language plpgsql security definer set search_path from current as $$
declare
  partition text := 'executions_' || to_char(day, 'YYYYMMDD');
  scope text := current_setting('ferrule.scope', true);
  is_empty boolean;
begin
  if to_regclass(partition) is null then return false; end if;
  perform set_config('ferrule.scope', 'installation', true);
  execute format('lock table %I in share row exclusive mode', partition);
  execute format('select not exists (select from %I)', partition) into is_empty;
  if is_empty then execute format('drop table %I', partition); end if;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return is_empty;
end $$;

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
