-- Summarizes the times of new executions, in the partitions that can still get some. It also turns off `autosummarize`:
-- autovacuum takes at most 256 such requests a minute and logs each one that it drops. From some 400 calls a second on,
-- that was several lines a second. A partition that is being vacuumed is left until the next time.
create function ferrule_summarize_execution_times() returns void
language plpgsql security definer set search_path from current set lock_timeout = '100ms' as $$
declare
  yesterday text := 'executions_' || to_char((now() at time zone 'UTC')::date - 1, 'YYYYMMDD');
  part record;
begin
  for part in
    select index.oid::regclass as times, index.reloptions @> '{autosummarize=on}' as by_itself,
      heap.relname = 'executions_default' or heap.relname >= yesterday as is_recent
    from pg_inherits
    join pg_class index on index.oid = inhrelid
    join pg_index on indexrelid = index.oid
    join pg_class heap on heap.oid = indrelid
    where inhparent = 'executions_time'::regclass
  loop
    begin
      if part.by_itself then execute format('alter index %s set (autosummarize = off)', part.times); end if;
      if part.is_recent then perform brin_summarize_new_values(part.times); end if;
    exception when lock_not_available then null;
    end;
  end loop;
end $$;
