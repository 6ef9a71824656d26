-- Calls of previews: their executions name the preview, and their cache is separate from Development's.

alter table executions add column preview text;
comment on column executions.preview is 'The name of the preview that it called; null outside previews.';

-- `preview:<id>` is the place of a preview. Its entries are found by the index when the preview has ended.
alter table cache_entries drop constraint cache_entries_environment_check;
alter table cache_entries add constraint cache_entries_environment_check
  check (environment in ('development', 'production') or environment ^@ 'preview:');
comment on column cache_entries.environment is 'The environment, or preview:<id> for a preview.';
create index cache_entries_previews on cache_entries (project_id, environment)
  where environment not in ('development', 'production');
