-- Functions tell that a resource has changed, and the feed tells every worker, for the callers who listen.

create table resource_changes (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  tenant_id text not null,
  uri text not null check (length(uri) between 1 and 1000),
  uri_md5 text not null generated always as (md5(uri)) stored,
  sequence bigint not null unique,
  changed_at timestamptz not null default now(),
  primary key (project_id, environment, tenant_id, uri_md5)
);
comment on table resource_changes is 'The latest changes of resources, for workers whose callers listen. Rows are removed after ten minutes, without a word to workers: by then nobody waits for them.';
comment on column resource_changes.tenant_id is 'The tenant of the call that told it. Only this tenant''s callers hear of it.';
comment on column resource_changes.uri_md5 is 'Keeps the key short.';
comment on column resource_changes.sequence is 'Its place in the feed, see runtime_feed.';
comment on column resource_changes.changed_at is 'When it was last told.';
create index resource_changes_age on resource_changes (changed_at);
select ferrule_protect('resource_changes');
