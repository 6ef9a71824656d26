-- Audit events and executions are sent on to a receiver of the company's, each once and in the order in which they were committed.

create table exports (
  id text primary key,
  url text,
  audit_events boolean not null default false,
  executions boolean not null default false,
  paused boolean not null default false,
  -- The header that authorizes, and its value, sealed.
  header_name text not null default 'authorization',
  version integer not null default 1,
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  -- What has been sent: the sealed audit events up to this one. Executions: see export_positions.
  audit_sequence bigint not null default 0,
  -- The batch that is sent next, and, once it is decided, what is in it: it is sent again as it was.
  next_batch bigint not null default 1,
  batch jsonb,
  -- The replica that sends it, for so long.
  holder text,
  held_until timestamptz(3),
  sent_audit_events bigint not null default 0,
  sent_executions bigint not null default 0,
  sent_at timestamptz(3),
  failures integer not null default 0,
  failed_at timestamptz(3),
  failure text,
  retry_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  check ((key_id is null) = (ciphertext is null) and (key_id is null) = (wrapped_key is null))
);
insert into exports (id) values ('export');

-- How much of each Project's executions has been sent: so many of this batch of its feed, and all before it.
create table export_positions (
  project_id text primary key references projects (id) on delete cascade,
  sequence bigint not null,
  sent integer not null
);
select ferrule_protect('export_positions');
