-- What becomes of an argument that a tool of an MCP endpoint does not know.
alter table runtime_endpoints
  add column unknown_arguments text not null default 'refuse'
    constraint runtime_endpoints_unknown_arguments check (unknown_arguments in ('refuse', 'ignore'));
