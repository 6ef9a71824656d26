-- What of a tenant, or of a caller, is to be erased in a Project. A control plane works it off in short transactions.
create table erasures (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  subject text not null check (subject in ('tenant', 'caller')),
  -- Whose; null when all of it is gone.
  name text,
  reason text not null,
  -- Of the Project, subject and name: keeps out executions that are reported later but began before.
  sha256 text not null,
  -- Who a caller is at which issuer, as far as it was found out: [{ "issuer", "subject" }]. Empty when all of it is gone.
  identities jsonb not null default '[]',
  -- The newest batch of executions that was looked through; null: none was.
  after_batch bigint,
  -- How much was erased, by kind.
  removed jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index erasures_newest on erasures (project_id, id desc);
create index erasures_open on erasures (id) where finished_at is null;
select ferrule_protect('erasures');

-- When something of the Project was last erased: calls that began later need not be compared with it.
alter table projects add column erased_at timestamptz(3);

-- By which request an answer is kept, so that it goes with the request's execution.
alter table idempotent_calls add column request_id text;
create index idempotent_calls_request on idempotent_calls (project_id, request_id) where request_id is not null;
