-- Where a team is told of alerts, and what was told.

create table alert_channels (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('slack', 'teams', 'discord', 'pagerduty', 'webhook', 'email')),
  address text not null,
  enabled boolean not null default true,
  environments jsonb not null,
  rules jsonb,
  keeps_quiet boolean not null,
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  sent_at timestamptz(3),
  failures integer not null default 0,
  failed_at timestamptz(3),
  failure text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint alert_channels_name_taken unique (project_id, name)
);
select ferrule_protect('alert_channels');
comment on table alert_channels is 'Where a Project is told of alerts. What leads there is sealed: the URL, the routing key, the mail server with its password, the signing secret.';
comment on column alert_channels.address is 'Where it leads, as a person knows it: a host, or the addresses of an e-mail.';
comment on column alert_channels.environments is 'The environments of the alerts that it tells, as a JSON list. What concerns both is always told.';
comment on column alert_channels.rules is 'The rules of the alerts that it tells, as a JSON list; null: all.';
comment on column alert_channels.keeps_quiet is 'Whether it waits during the Project''s quiet hours.';
comment on column alert_channels.version is 'Of the sealed value. It is sealed for this version.';
comment on column alert_channels.failures is 'How often telling has failed since it last succeeded. Not part of the revision, like the other results.';

create table alert_messages (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  channel_id text not null references alert_channels (id) on delete cascade,
  kind text not null check (kind in ('alerts', 'test')),
  status text not null check (status in ('waiting', 'sent', 'failed')),
  firing integer not null default 0,
  resolved integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null,
  lease_until timestamptz,
  answer text,
  reason text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index alert_messages_newest on alert_messages (project_id, id desc);
create index alert_messages_waiting on alert_messages (channel_id, id) where status = 'waiting';
create index alert_messages_due on alert_messages (due_at) where status = 'waiting';
create index alert_messages_finished on alert_messages (finished_at) where finished_at is not null;
select ferrule_protect('alert_messages');
comment on table alert_messages is 'What channels were told, or will be. A row is written together with the alerts that it tells. Kept for 30 days.';
comment on column alert_messages.firing is 'How many alerts it tells that began.';
comment on column alert_messages.resolved is 'How many alerts it tells that are over.';
comment on column alert_messages.due_at is 'When it is sent. Until its first attempt, what else happens joins it.';
comment on column alert_messages.give_up_at is 'No attempt begins after this.';
comment on column alert_messages.lease_until is 'Until when a control plane is sending it.';
comment on column alert_messages.answer is 'The status that the channel answered: HTTP 200, SMTP 250.';
comment on column alert_messages.reason is 'Why the latest attempt failed.';

create table alert_message_items (
  message_id text not null references alert_messages (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  alert_id text not null references alerts (id) on delete cascade,
  told text not null check (told in ('firing', 'resolved')),
  primary key (message_id, alert_id, told)
);
create index alert_message_items_alert on alert_message_items (alert_id);
create index alert_message_items_project on alert_message_items (project_id);
select ferrule_protect('alert_message_items');
comment on table alert_message_items is 'The alerts that a message tells, and what it tells of each.';
