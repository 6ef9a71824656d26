-- Calls by caller, tenant and tool, a day each: what usage is told from, longer than executions are kept.

create table usage_days (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  day date not null,
  -- A key's id, or the hash of who vouches for a caller and who they are there; empty: anybody.
  caller_key text not null,
  tenant_id text not null,
  -- Empty: what was called is no tool and no route, such as one that does not exist.
  binding_id text not null,
  -- As of the latest call.
  caller jsonb not null,
  function_name text not null,
  calls bigint not null,
  failed bigint not null,
  rejected bigint not null,
  duration_ms double precision not null,
  cpu_ms double precision not null,
  primary key (project_id, environment, day, caller_key, tenant_id, binding_id)
);
create index usage_days_age on usage_days (day);
select ferrule_protect('usage_days');
