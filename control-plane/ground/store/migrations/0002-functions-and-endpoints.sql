-- Functions and their saved revisions; runtime endpoints with their bindings, policies and keys.
-- References between them carry project_id, so that nothing can point into another Project.

create table functions (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  slug text not null,
  name text not null,
  description text not null default '',
  source text not null,
  -- json, not jsonb: the order of a schema's properties is the author's.
  input_schema json,
  output_schema json,
  -- What a build or validation found for this source and these schemas; null until one did.
  derived json,
  timeout_ms integer not null,
  memory_mb integer not null,
  permissions jsonb not null,
  -- Package names that the source imports, kept so that a list need not read sources.
  libraries jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint functions_slug_taken unique (project_id, slug),
  constraint functions_in_project unique (project_id, id)
);
select ferrule_protect('functions');

create table function_revisions (
  function_id text not null,
  project_id text not null references projects (id) on delete cascade,
  revision integer not null,
  name text not null,
  description text not null,
  source text not null,
  input_schema json,
  output_schema json,
  timeout_ms integer not null,
  memory_mb integer not null,
  permissions jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by text references users (id) on delete set null,
  primary key (function_id, revision),
  foreign key (project_id, function_id) references functions (project_id, id) on delete cascade
);
create index function_revisions_function on function_revisions (project_id, function_id);
create index function_revisions_author on function_revisions (created_by);
select ferrule_protect('function_revisions');

create table runtime_endpoints (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('mcp', 'http')),
  slug text not null,
  name text not null,
  description text not null default '',
  instructions text not null default '',
  status text not null default 'active' check (status in ('active', 'disabled')),
  requests_per_minute integer not null default 600,
  max_body_bytes integer not null default 1048576,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint runtime_endpoints_slug_taken unique (project_id, slug),
  constraint runtime_endpoints_in_project unique (project_id, id)
);
select ferrule_protect('runtime_endpoints');

create table mcp_bindings (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  function_id text not null,
  tool_name text not null,
  title text,
  description text not null,
  annotations jsonb not null default '{}',
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint mcp_bindings_tool_taken unique (endpoint_id, tool_name),
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade,
  constraint mcp_bindings_function foreign key (project_id, function_id) references functions (project_id, id)
);
create index mcp_bindings_endpoint on mcp_bindings (project_id, endpoint_id, id);
create index mcp_bindings_function on mcp_bindings (project_id, function_id);
select ferrule_protect('mcp_bindings');

create table http_bindings (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  function_id text not null,
  method text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  path text not null,
  -- The path without its parameters' names: /a/{x} and /a/{y} match the same requests.
  path_shape text not null,
  description text not null default '',
  enabled boolean not null default true,
  success_status integer not null default 200,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint http_bindings_route_taken unique (endpoint_id, method, path_shape),
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade,
  constraint http_bindings_function foreign key (project_id, function_id) references functions (project_id, id)
);
create index http_bindings_endpoint on http_bindings (project_id, endpoint_id, id);
create index http_bindings_function on http_bindings (project_id, function_id);
select ferrule_protect('http_bindings');

-- Two rows an endpoint, born with it.
create table auth_policies (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  environment text not null check (environment in ('development', 'production')),
  -- { mode, jwt? }
  caller jsonb not null,
  -- "*" or { secrets, hosts, collections, cache }
  permissions jsonb not null default '"*"',
  allowed_origins jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint auth_policies_environment unique (endpoint_id, environment),
  constraint auth_policies_production check (environment <> 'production' or caller ->> 'mode' <> 'none'),
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade
);
create index auth_policies_endpoint on auth_policies (project_id, endpoint_id);
select ferrule_protect('auth_policies');

-- A value is never kept: its SHA-256 (it is 256 random bits, so a slow hash would add nothing) and its beginning are.
create table api_keys (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  environment text not null check (environment in ('development', 'production')),
  name text not null,
  prefix text not null,
  sha256 text not null constraint api_keys_value unique,
  -- The value before the last rotation, valid until previous_until.
  previous_sha256 text,
  previous_until timestamptz(3),
  tenant_id text,
  -- Tool names and routes; null: all.
  scopes jsonb,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade
);
create index api_keys_endpoint on api_keys (project_id, endpoint_id, environment);
select ferrule_protect('api_keys');
