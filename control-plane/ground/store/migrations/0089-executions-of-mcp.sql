-- Executions of MCP Endpoints say what was asked for, and are found by it.

alter table executions add column mcp_kind text;
alter table executions add column uri text;
comment on column executions.mcp_kind is 'What an MCP client asked for: tool, resource, prompt or completion; null: the call was of another kind, or its worker did not say.';
comment on column executions.uri is 'The URI that a client read; null: it read none.';
