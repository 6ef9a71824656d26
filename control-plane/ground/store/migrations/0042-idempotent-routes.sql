-- Whether a route heeds the Idempotency-Key of its callers, and whether it says an ETag of what it answers.
alter table http_bindings
  add column idempotency text not null default 'off'
    constraint http_bindings_idempotency check (idempotency in ('off', 'optional', 'required')),
  add column etag boolean not null default false;

-- A call that was made with an Idempotency-Key. While it runs, expires_at is when its worker is taken for lost; afterwards, until when
-- its answer is given again. Logged, and never evicted: whoever asks again must not run the Function again.
create table idempotent_calls (
  project_id text not null references projects (id) on delete cascade,
  -- SHA-256 of environment, endpoint, route, tenant, caller and key.
  place text collate "C" not null,
  -- SHA-256 of the request.
  request text not null,
  -- By which attempt it is held.
  holder text not null,
  state text not null check (state in ('running', 'answered', 'unkept')),
  -- The answer as JSON text; only when it was kept.
  answer text,
  expires_at timestamptz(3) not null,
  primary key (project_id, place),
  check ((state = 'answered') = (answer is not null))
);
create index idempotent_calls_expiry on idempotent_calls (expires_at);
select ferrule_protect('idempotent_calls');
