-- Failures that are likely one problem, summed up by the hour as they are recorded: to count those of a week, thousands of
-- executions had to be read.
create table failure_rollups (
  project_id text not null references projects (id) on delete cascade,
  -- Where they began: a full hour.
  bucket_at timestamptz(0) not null,
  environment text not null,
  -- Of (function_id, code, frame), see ferrule_failure_group.
  id text not null,
  function_id text,
  function_name text not null,
  code text not null,
  frame text,
  message text not null,
  count integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The newest five, the newest first, with a space between.
  sample_ids text not null,
  primary key (project_id, bucket_at, environment, id)
);
create index failure_rollups_age on failure_rollups (bucket_at);
select ferrule_protect('failure_rollups');

create function ferrule_failure_group(function_id text, code text, frame text) returns text language sql immutable as $$
  select md5(jsonb_build_array(function_id, code, frame)::text)
$$;

-- Where an error was thrown: the first line of its stack that names a place.
create function ferrule_failure_frame(stack text) returns text language sql immutable as $$
  select substring(stack from '(?n)^\s*at ([^\n]+)')
$$;

select set_config('ferrule.scope', 'installation', true);
insert into failure_rollups (project_id, bucket_at, environment, id, function_id, function_name, code, frame, message, count,
  first_at, last_at, sample_ids)
select project_id, bucket_at, environment, ferrule_failure_group(function_id, code, frame), function_id,
  (array_agg(function_name order by started_at desc))[1], code, frame,
  coalesce((array_agg(message order by started_at desc))[1], ''), count(*), min(started_at), max(started_at),
  array_to_string((array_agg(id order by started_at desc))[1:5], ' ')
from (
  select project_id, date_bin('1 hour', started_at, timestamptz 'epoch') as bucket_at, environment, function_id, function_name,
    coalesce(error ->> 'code', '') as code, ferrule_failure_frame(error ->> 'stack') as frame, error ->> 'message' as message,
    started_at, id
  from executions where status in ('failed', 'timed_out')
) failures
group by project_id, bucket_at, environment, function_id, code, frame;
select set_config('ferrule.scope', '', true);

-- What a list shows of a deployment's changes, of which there may be thousands: the first twenty, and how many there are.
alter table deployments
  add column first_changes jsonb not null generated always as (jsonb_path_query_array(changes, '$[0 to 19]')) stored,
  add column changes_added integer not null
    generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*] ? (@.change == "added")'))) stored,
  add column changes_changed integer not null
    generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*] ? (@.change == "changed")'))) stored,
  add column changes_removed integer not null
    generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*] ? (@.change == "removed")'))) stored,
  add column changes_breaking integer not null
    generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*] ? (@.breaking.size() > 0)'))) stored;
