-- What people know of a group of failures: that it is resolved, who looks after it, a note; and where it began.
create table error_groups (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  -- The hash of function_id, code and frame, see ferrule_failure_group.
  id text not null,
  first_at timestamptz(3) not null,
  -- The deployment that the first failure ran; null: it is not known, or a test or an earlier version recorded it.
  first_deployment_id text,
  resolved_at timestamptz(3),
  resolved_by text references users (id) on delete set null,
  -- When a failure came back after it was resolved.
  reopened_at timestamptz(3),
  assignee_id text references users (id) on delete set null,
  note text not null default '',
  primary key (project_id, environment, id)
);
create index error_groups_assignee on error_groups (assignee_id) where assignee_id is not null;
create index error_groups_resolver on error_groups (resolved_by) where resolved_by is not null;
select ferrule_protect('error_groups');
comment on table error_groups is 'What people know of failures that are likely one problem, see failure_rollups. A row goes with the last of its sums.';
comment on column error_groups.id is 'The hash of function_id, code and frame, see ferrule_failure_group.';
comment on column error_groups.first_at is 'When the first failure began.';
comment on column error_groups.first_deployment_id is 'The deployment that the first failure ran; null: it ran none, or is older than this table.';
comment on column error_groups.resolved_at is 'Since when it is resolved; null: it is open.';
comment on column error_groups.resolved_by is 'Who resolved it last.';
comment on column error_groups.reopened_at is 'When it last came back after somebody had resolved it: the failure began then.';
comment on column error_groups.assignee_id is 'The user who looks after it.';
comment on column error_groups.note is 'What people wrote about it.';

select set_config('ferrule.scope', 'installation', true);
insert into error_groups (project_id, environment, id, first_at)
select project_id, environment, id, min(first_at) from failure_rollups group by project_id, environment, id;
select set_config('ferrule.scope', '', true);
