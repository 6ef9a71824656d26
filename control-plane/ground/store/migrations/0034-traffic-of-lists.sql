-- What the lists of Functions and endpoints show and are sorted by.

create index functions_name on functions (project_id, lower(name), id);
create index functions_changed on functions (project_id, updated_at, id);
create index runtime_endpoints_name on runtime_endpoints (project_id, lower(name), id);

-- The calls of one Function in a day are read from the index alone, not from rows with their 130 counts of durations.
create index execution_rollups_function on execution_rollups (project_id, environment, function_id, bucket_at)
  include (calls, failed) where seconds = 900;

-- Sums of the calls through one endpoint over 15 minutes from bucket_at on. Kept for two days: lists show one.
create table endpoint_rollups (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  endpoint_id text not null,
  bucket_at timestamptz(0) not null,
  calls integer not null,
  failed integer not null,
  primary key (project_id, environment, endpoint_id, bucket_at)
);
create index endpoint_rollups_age on endpoint_rollups (bucket_at);
select ferrule_protect('endpoint_rollups');

select set_config('ferrule.scope', 'installation', true);
insert into endpoint_rollups (project_id, environment, endpoint_id, bucket_at, calls, failed)
select project_id, environment, endpoint_id, date_bin('15 minutes', started_at, timestamptz 'epoch'), count(*),
  count(*) filter (where status in ('failed', 'timed_out'))
from executions
where endpoint_id is not null and source <> 'test' and started_at > now() - interval '1 day'
group by 1, 2, 3, 4;
select set_config('ferrule.scope', '', true);
