-- The management MCP server: which Projects offer it, tokens that work only there, and what a person must confirm.

create table management_servers (
  project_id text primary key references projects (id) on delete cascade,
  enabled boolean not null default false,
  confirmed_by text not null default 'anyone' check (confirmed_by in ('anyone', 'others')),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1
);
select ferrule_protect('management_servers');
comment on table management_servers is 'Whether agents may work on a Project at /mcp/ferrule. A Project without a row has it off.';
comment on column management_servers.confirmed_by is 'Who may confirm what an agent asks for: anyone with the role, or only others than the person whose token the agent has.';

alter table api_tokens add column scopes text[];
comment on column api_tokens.scopes is 'What an agent may do with the token at /mcp/ferrule, the only place where it works. Null: an ordinary token.';

create table confirmations (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  token_id text not null references api_tokens (id) on delete cascade,
  client text,
  operation text not null,
  digest text not null,
  title text not null,
  effects jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'declined', 'used')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by text references users (id) on delete set null,
  used_at timestamptz(3)
);
create index confirmations_project on confirmations (project_id, created_at desc);
create index confirmations_user on confirmations (user_id);
create index confirmations_token on confirmations (token_id, digest);
create index confirmations_decider on confirmations (decided_by);
create index confirmations_expires on confirmations (expires_at);
select ferrule_protect('confirmations');
comment on table confirmations is 'Changes that agents asked for and a person must confirm. A confirmation expires after ten minutes, is used once, and is removed after a day.';
comment on column confirmations.client is 'The name and version that the agent''s program gives itself.';
comment on column confirmations.digest is 'SHA-256 (hex) of the operation, its exact arguments, and the state that they would change.';
comment on column confirmations.effects is 'What would happen, in sentences, as the person reads it.';
