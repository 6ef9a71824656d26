-- Rollups also sum up endpoints and bindings now.
comment on table execution_rollups is 'Calls summed over seconds from bucket_at on, for each Function, for all together, for each endpoint and for each binding. Tests are left out.';
comment on column execution_rollups.environment is 'The environment, followed by the words endpoint or binding in rows that sum up one.';
comment on column execution_rollups.function_id is 'The id of the Function, endpoint or binding. Empty: all Functions together.';
comment on column execution_rollups.function_name is 'The last name of the Function; empty for all others.';
