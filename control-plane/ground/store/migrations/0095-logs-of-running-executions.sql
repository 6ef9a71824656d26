-- People see what an attempt of a run logs while it runs.

alter table running_executions add column watched_at timestamptz(3);
alter table running_executions add column log jsonb;
comment on column running_executions.watched_at is 'When somebody last asked for its log. Its worker sends the log as long as somebody asks.';
comment on column running_executions.log is 'The latest lines of its log, masked: { lines, omitted }. Null while nobody watches it.';
