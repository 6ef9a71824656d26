-- What a team is told of: alerts, with the bounds of endpoints, and the calls of a minute that the bounds are compared with.

create table alerts (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  rule text not null,
  environment text check (environment in ('development', 'production')),
  subject text not null,
  title text not null,
  detail text not null,
  path text not null,
  since timestamptz(3) not null default now(),
  missing_since timestamptz(3),
  resolved_at timestamptz(3)
);
create unique index alerts_firing on alerts (project_id, rule, subject) where resolved_at is null;
create index alerts_newest on alerts (project_id, id desc);
create index alerts_resolved on alerts (resolved_at) where resolved_at is not null;
select ferrule_protect('alerts');
comment on table alerts is 'What went wrong in a Project, and until when. An alert that is over is kept for 30 days.';
comment on column alerts.rule is 'The kind of cause, such as endpoint-failing.';
comment on column alerts.environment is 'Null: it concerns both environments.';
comment on column alerts.subject is 'What it is about: the ids of an endpoint, a cron, an approval and so on. One subject has one firing alert of a rule.';
comment on column alerts.path is 'The page of the console that shows the cause.';
comment on column alerts.since is 'When the cause was first found.';
comment on column alerts.missing_since is 'Since when the cause is not found any more, while the alert still waits whether it comes back.';

create table alert_settings (
  project_id text primary key references projects (id) on delete cascade,
  rules_off jsonb not null default '[]'::jsonb,
  quiet_hours jsonb,
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1
);
select ferrule_protect('alert_settings');
comment on table alert_settings is 'Which alerts a Project does not want, and when its channels are quiet. A Project without a row wants all, at any time.';
comment on column alert_settings.rules_off is 'The rules that are switched off, as a JSON list.';
comment on column alert_settings.quiet_hours is '{ from, to, timezone }, as times of day; null: there are none.';

create table alert_bounds (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  failure_percent integer,
  p95_ms integer,
  window_minutes integer not null,
  min_calls integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  foreign key (project_id, id) references runtime_endpoints (project_id, id) on delete cascade
);
create index alert_bounds_project on alert_bounds (project_id);
select ferrule_protect('alert_bounds');
comment on table alert_bounds is 'When the calls of an endpoint are an alert. An endpoint without a row has the usual bounds.';
comment on column alert_bounds.id is 'The endpoint.';
comment on column alert_bounds.failure_percent is 'The share of failed calls from which on it is an alert; null: no share is.';
comment on column alert_bounds.p95_ms is 'The time within which 95 of 100 calls must end; null: any.';
comment on column alert_bounds.window_minutes is 'The calls of so many minutes count together.';
comment on column alert_bounds.min_calls is 'Fewer calls in the window are no alert.';

create table endpoint_minutes (
  project_id text not null references projects (id) on delete cascade,
  environment text not null,
  endpoint_id text not null,
  bucket_at timestamptz(0) not null,
  calls integer not null,
  failed integer not null,
  durations integer[] not null,
  primary key (project_id, environment, endpoint_id, bucket_at)
);
create index endpoint_minutes_age on endpoint_minutes (bucket_at);
select ferrule_protect('endpoint_minutes');
comment on table endpoint_minutes is 'Calls through an endpoint, summed over the minute from bucket_at on. Kept for three hours.';
comment on column endpoint_minutes.durations is 'The n-th counts the calls whose duration fell into the n-th step of a logarithmic scale.';

-- The causes are looked for every few seconds, so each has an index.
create index api_keys_expiry on api_keys (expires_at) where expires_at is not null and revoked_at is null;
create index api_tokens_expiry on api_tokens (expires_at);
create index runs_deliveries_gone on runs (project_id, endpoint_id, environment, finished_at desc)
  where mode = 'delivery' and status = 'failed';
