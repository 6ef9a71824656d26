-- Questions of Functions to the people behind MCP clients: ids that were used, and answers on the way to the worker that waits.

create table mcp_questions (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  claim text,
  worker_id text,
  answer text,
  expires_at timestamptz not null
);
create index mcp_questions_worker on mcp_questions (worker_id, expires_at) where worker_id is not null;
create index mcp_questions_expires on mcp_questions (expires_at);
create index mcp_questions_project on mcp_questions (project_id);
select ferrule_protect('mcp_questions');
comment on table mcp_questions is 'Questions of Functions to people, while something of them must not happen twice or waits for a worker: a state whose answer was used, or an answer that came to another worker. Minutes old at most.';
comment on column mcp_questions.claim is 'Of a state that was used: who used it. Null for an answer.';
comment on column mcp_questions.worker_id is 'Of an answer: the worker whose client waits on its stream.';
comment on column mcp_questions.answer is 'The answer, sealed by a worker; the control plane cannot read it.';
comment on column mcp_questions.expires_at is 'When nobody can use it any more, and it is removed.';
