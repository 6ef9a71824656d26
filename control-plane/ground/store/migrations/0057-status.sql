-- The control planes and the gateways that talk to them, as they were last heard of, and the latest errors of roles.

create table control_planes (
  id text primary key,
  version text not null,
  -- By id: their version, and when they were heard of.
  gateways jsonb not null default '{}',
  errors jsonb not null default '[]',
  started_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null default now()
);

alter table workers add column errors jsonb;
