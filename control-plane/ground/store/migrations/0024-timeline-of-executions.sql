-- What the timeline of an execution shows beside its run and its requests: how long the gateway held the call, and what
-- the Function asked of the platform. Executions of before this have neither.
alter table executions
  add column gateway_ms double precision,
  add column host_calls jsonb not null default '[]',
  add column host_calls_omitted integer not null default 0;
