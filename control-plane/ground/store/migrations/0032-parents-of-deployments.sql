-- What a target served before a deployment was activated that was another artifact: where a rollback of it leads. A rollback
-- takes the parent of what it returned to, so that one rollback after another goes further back, and then ends.
alter table deployments add column parent_id text references deployments (id) on delete set null;
create index deployments_parent on deployments (parent_id) where parent_id is not null;
drop index deployments_returned_to;

select set_config('ferrule.scope', 'installation', true);
-- Replays, for each target, what it has served so far.
do $$
declare
  activated record;
  place text := '';
  served_id text;
  served_digest text;
  served_parent text;
  parent text;
begin
  for activated in
    select id, kind, source_deployment_id, digest, project_id || ' ' || target as place from deployments
    where status = 'completed' order by project_id, target, finished_at, number
  loop
    if activated.place <> place then
      place := activated.place;
      served_id := null;
      served_digest := null;
      served_parent := null;
    end if;
    if activated.kind = 'rollback' and activated.source_deployment_id is not null then
      select parent_id into parent from deployments where id = activated.source_deployment_id;
      served_id := activated.source_deployment_id;
    else
      parent := case when served_digest = activated.digest then served_parent else served_id end;
      served_id := activated.id;
    end if;
    update deployments set parent_id = parent where id = activated.id and parent is not null;
    served_digest := activated.digest;
    served_parent := parent;
  end loop;
end $$;
select set_config('ferrule.scope', '', true);
