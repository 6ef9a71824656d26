-- Bindings of MCP Endpoints offer resources and prompts beside tools.

alter table mcp_bindings alter column function_id drop not null;
alter table mcp_bindings
  add column kind text not null default 'tool',
  add column icons jsonb not null default '[]',
  add column uri text,
  add column uri_shape text,
  add column mime_type text,
  add column content_digest text,
  add column content_size integer,
  add column messages jsonb,
  add column arguments jsonb not null default '[]',
  add column audience jsonb not null default '[]',
  add column priority double precision,
  add constraint mcp_bindings_kind check (kind in ('tool', 'resource', 'prompt')),
  add constraint mcp_bindings_source check (case kind
    when 'tool' then function_id is not null and uri is null and content_digest is null and messages is null
    when 'resource' then uri is not null and messages is null and (function_id is null) = (content_digest is not null)
    else uri is null and content_digest is null and (function_id is null) = (messages is not null) end),
  drop constraint mcp_bindings_tool_taken,
  add constraint mcp_bindings_tool_taken unique (endpoint_id, kind, tool_name),
  add constraint mcp_bindings_uri_taken unique (endpoint_id, uri_shape) deferrable;
create index mcp_bindings_content on mcp_bindings (content_digest) where content_digest is not null;

comment on table mcp_bindings is 'What MCP endpoints offer: tools, resources and prompts.';
comment on column mcp_bindings.function_id is 'The Function behind it; null for a resource or a prompt that the Project keeps.';
comment on column mcp_bindings.kind is 'tool, resource or prompt.';
comment on column mcp_bindings.tool_name is 'The name of the tool, the resource or the prompt.';
comment on column mcp_bindings.icons is 'Icons that clients may show, as a JSON list.';
comment on column mcp_bindings.uri is 'The URI of a resource, or the URI template of many (RFC 6570).';
comment on column mcp_bindings.uri_shape is 'The uri without the names of its variables: two of one shape match the same URIs.';
comment on column mcp_bindings.mime_type is 'The media type of a resource; null: not said.';
comment on column mcp_bindings.content_digest is 'The content of a resource that the Project keeps, see bundles.';
comment on column mcp_bindings.content_size is 'The bytes of that content.';
comment on column mcp_bindings.messages is 'The messages of a prompt that the Project keeps, as a JSON list.';
comment on column mcp_bindings.arguments is 'The arguments of a prompt or the variables of a URI template, as a JSON list.';
comment on column mcp_bindings.audience is 'For whom a resource is, user or assistant, as a JSON list.';
comment on column mcp_bindings.priority is 'How important a resource is, from 0 to 1; null: not said.';

alter table artifact_parts add column content_digests text[];
comment on column artifact_parts.content_digests is 'The contents of resources of an endpoint, see bundles; null: it has none.';
create index artifact_parts_contents on artifact_parts using gin (content_digests) where content_digests is not null;

comment on table bundles is 'The code of Functions and the contents of resources, by content.';
comment on column bundles.code is 'The code of a Function, or the content of a resource as JSON: {"text": …} or {"base64": …}.';
