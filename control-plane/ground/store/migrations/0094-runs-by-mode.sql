-- One list shows runs of all modes: it reads the latest runs of each mode and state from one index. The list of one
-- cron's runs is in the order of their creation, too.
create index runs_by_mode on runs (project_id, environment, mode, status, created_at desc, id desc);
drop index runs_by_status;
create index runs_of_binding on runs (project_id, binding_id, created_at desc, id desc) where mode = 'cron';
