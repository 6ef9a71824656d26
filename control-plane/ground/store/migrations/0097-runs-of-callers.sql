-- A caller lists the runs that they have started, as tasks of MCP.

-- Nothing in it changes with the state of a run, so an update of a run does not write into it.
create index runs_of_asker on runs (project_id, endpoint_id, environment, tenant_id,
  md5(coalesce(caller ->> 'id', '') || ' ' || coalesce(caller ->> 'subject', '')), created_at desc, id desc)
  where source = 'mcp';
