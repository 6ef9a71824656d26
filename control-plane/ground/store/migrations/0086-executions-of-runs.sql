-- Executions that are attempts of runs name the run, and are found by it.

alter table executions add column run_id text;
alter table executions add column run_attempt integer;
alter table executions add column run_suspended boolean;
comment on column executions.run_id is 'The run of which it is an attempt; null for all others. A row outlives its run.';
comment on column executions.run_attempt is 'The number of the attempt, from 1.';
comment on column executions.run_suspended is 'Whether the attempt ended because the run waits; null outside runs.';
create index executions_run on executions (project_id, run_id) where run_id is not null;
