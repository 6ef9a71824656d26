-- Adds the partition of a day, unless it is there. Two may add the same one at once: who had to wait for the lock looks again.
create or replace function ferrule_add_execution_partition(day date) returns boolean
language plpgsql security definer set search_path from current as $$
declare
  partition text := 'executions_' || to_char(day, 'YYYYMMDD');
  scope text := current_setting('ferrule.scope', true);
  early timestamptz := day::timestamp at time zone 'UTC';
  late timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass(partition) is not null then return false; end if;
  lock table executions_default in access exclusive mode;
  if to_regclass(partition) is not null then return false; end if;
  perform set_config('ferrule.scope', 'installation', true);
  execute format('create table %I (like executions including defaults)', partition);
  execute format(
    'with moved as (delete from executions_default where started_at >= %L and started_at < %L returning *)
     insert into %I select * from moved', early, late, partition);
  execute format('alter table executions attach partition %I for values from (%L) to (%L)', partition, early, late);
  perform ferrule_protect(partition);
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return true;
end $$;

-- Drops the partitions of the days before `day`; answers their names. One that another drops meanwhile is left to it.
create or replace function ferrule_drop_execution_partitions(day date) returns setof text
language plpgsql security definer set search_path from current as $$
declare
  partition text;
begin
  for partition in
    select child.relname from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'executions'::regclass and child.relname ~ '^executions_[0-9]{8}$'
      and child.relname < 'executions_' || to_char(day, 'YYYYMMDD')
  loop
    execute format('drop table if exists %I', partition);
    return next partition;
  end loop;
end $$;
