-- The page of one group of failures reads only its own sums, however long the range and however many groups there are.
create index failure_rollups_group on failure_rollups (project_id, environment, id, bucket_at);
