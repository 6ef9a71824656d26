-- A Function may be durable: it runs in steps, may wait for days, and survives crashes. Its policy says how its runs are
-- started, limited and moved. Both are part of the draft and of each revision.

alter table functions
  add column run text not null default 'call',
  add column run_policy jsonb not null
    default '{"deadlineSeconds": 86400, "onRelease": "stay", "key": null, "concurrency": null, "rate": null}',
  add constraint functions_run check (run in ('call', 'durable'));
alter table function_revisions
  add column run text not null default 'call',
  add column run_policy jsonb not null
    default '{"deadlineSeconds": 86400, "onRelease": "stay", "key": null, "concurrency": null, "rate": null}',
  add constraint function_revisions_run check (run in ('call', 'durable'));
comment on column functions.run is 'call: a caller waits for the result; durable: it is a run of its own.';
comment on column functions.run_policy is
  'For a durable Function: { deadlineSeconds, onRelease, key, concurrency, rate }.';
