-- Dead deliveries are counted by metrics, in all Projects.
create index deliveries_dead on deliveries (project_id) where status = 'dead';
