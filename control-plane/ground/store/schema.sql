-- The schema of the database as the migrations leave it, to read. `npm run fix` writes it.
-- In every table, revision counts the changes of a row. Times are in UTC, and null where nothing has happened yet.
-- A value that is sealed is three columns: key_id names the key that wraps its data key, wrapped_key is the data key under
-- that key, and ciphertext is the value under the data key (AES-256-GCM: nonce, tag, ciphertext).

-- When the calls of an endpoint are an alert. An endpoint without a row has the usual bounds.
create table alert_bounds (
  -- The endpoint.
  id text not null,
  project_id text not null,
  -- The share of failed calls from which on it is an alert; null: no share is.
  failure_percent integer,
  -- The time within which 95 of 100 calls must end; null: any.
  p95_ms integer,
  -- The calls of so many minutes count together.
  window_minutes integer not null,
  -- Fewer calls in the window are no alert.
  min_calls integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint alert_bounds_pkey PRIMARY KEY (id),
  constraint alert_bounds_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint alert_bounds_project_id_id_fkey FOREIGN KEY (project_id, id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_bounds_project ON alert_bounds USING btree (project_id);
alter table alert_bounds enable row level security;
alter table alert_bounds force row level security;
create policy project_scope on alert_bounds using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Where a Project is told of alerts. What leads there is sealed: the URL, the routing key, the mail server with its password, the signing secret.
create table alert_channels (
  id text not null,
  project_id text not null,
  name text not null,
  kind text not null,
  -- Where it leads, as a person knows it: a host, or the addresses of an e-mail.
  address text not null,
  enabled boolean not null default true,
  -- The environments of the alerts that it tells, as a JSON list. What concerns both is always told.
  environments jsonb not null,
  -- The rules of the alerts that it tells, as a JSON list; null: all.
  rules jsonb,
  -- Whether it waits during the Project's quiet hours.
  keeps_quiet boolean not null,
  -- Of the sealed value. It is sealed for this version.
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  sent_at timestamptz(3),
  -- How often telling has failed since it last succeeded. Not part of the revision, like the other results.
  failures integer not null default 0,
  failed_at timestamptz(3),
  failure text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint alert_channels_pkey PRIMARY KEY (id),
  constraint alert_channels_name_taken UNIQUE (project_id, name),
  constraint alert_channels_kind_check CHECK (kind = ANY (ARRAY['slack'::text, 'teams'::text, 'discord'::text, 'pagerduty'::text, 'webhook'::text, 'email'::text])),
  constraint alert_channels_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
alter table alert_channels enable row level security;
alter table alert_channels force row level security;
create policy project_scope on alert_channels using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The alerts that a message tells, and what it tells of each.
create table alert_message_items (
  message_id text not null,
  project_id text not null,
  alert_id text not null,
  told text not null,
  constraint alert_message_items_pkey PRIMARY KEY (message_id, alert_id, told),
  constraint alert_message_items_told_check CHECK (told = ANY (ARRAY['firing'::text, 'resolved'::text])),
  constraint alert_message_items_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  constraint alert_message_items_message_id_fkey FOREIGN KEY (message_id) REFERENCES alert_messages(id) ON DELETE CASCADE,
  constraint alert_message_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX alert_message_items_alert ON alert_message_items USING btree (alert_id);
CREATE INDEX alert_message_items_project ON alert_message_items USING btree (project_id);
alter table alert_message_items enable row level security;
alter table alert_message_items force row level security;
create policy project_scope on alert_message_items using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What channels were told, or will be. A row is written together with the alerts that it tells. Kept for 30 days.
create table alert_messages (
  id text not null,
  project_id text not null,
  channel_id text not null,
  kind text not null,
  status text not null,
  -- How many alerts it tells that began.
  firing integer not null default 0,
  -- How many alerts it tells that are over.
  resolved integer not null default 0,
  attempts integer not null default 0,
  -- When it is sent. Until its first attempt, what else happens joins it.
  due_at timestamptz(3) not null,
  -- No attempt begins after this.
  give_up_at timestamptz(3) not null,
  -- Until when a control plane is sending it.
  lease_until timestamptz,
  -- The status that the channel answered: HTTP 200, SMTP 250.
  answer text,
  -- Why the latest attempt failed.
  reason text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint alert_messages_pkey PRIMARY KEY (id),
  constraint alert_messages_kind_check CHECK (kind = ANY (ARRAY['alerts'::text, 'test'::text])),
  constraint alert_messages_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])),
  constraint alert_messages_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES alert_channels(id) ON DELETE CASCADE,
  constraint alert_messages_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX alert_messages_due ON alert_messages USING btree (due_at) WHERE status = 'waiting'::text;
CREATE INDEX alert_messages_finished ON alert_messages USING btree (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX alert_messages_newest ON alert_messages USING btree (project_id, id DESC);
CREATE INDEX alert_messages_waiting ON alert_messages USING btree (channel_id, id) WHERE status = 'waiting'::text;
alter table alert_messages enable row level security;
alter table alert_messages force row level security;
create policy project_scope on alert_messages using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Which alerts a Project does not want, and when its channels are quiet. A Project without a row wants all, at any time.
create table alert_settings (
  project_id text not null,
  -- The rules that are switched off, as a JSON list.
  rules_off jsonb not null default '[]'::jsonb,
  -- { from, to, timezone }, as times of day; null: there are none.
  quiet_hours jsonb,
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint alert_settings_pkey PRIMARY KEY (project_id),
  constraint alert_settings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
alter table alert_settings enable row level security;
alter table alert_settings force row level security;
create policy project_scope on alert_settings using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What went wrong in a Project, and until when. An alert that is over is kept for 30 days.
create table alerts (
  id text not null,
  project_id text not null,
  -- The kind of cause, such as endpoint-failing.
  rule text not null,
  -- Null: it concerns both environments.
  environment text,
  -- What it is about: the ids of an endpoint, a cron, an approval and so on. One subject has one firing alert of a rule.
  subject text not null,
  title text not null,
  detail text not null,
  -- The page of the console that shows the cause.
  path text not null,
  -- When the cause was first found.
  since timestamptz(3) not null default now(),
  -- Since when the cause is not found any more, while the alert still waits whether it comes back.
  missing_since timestamptz(3),
  resolved_at timestamptz(3),
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint alerts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX alerts_firing ON alerts USING btree (project_id, rule, subject) WHERE resolved_at IS NULL;
CREATE INDEX alerts_newest ON alerts USING btree (project_id, id DESC);
CREATE INDEX alerts_resolved ON alerts USING btree (resolved_at) WHERE resolved_at IS NOT NULL;
alter table alerts enable row level security;
alter table alerts force row level security;
create policy project_scope on alerts using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- API keys of endpoints. A key's value is never kept, only its SHA-256 and its beginning: it is 256 random bits, so a slow hash would add nothing.
create table api_keys (
  id text not null,
  project_id text not null,
  endpoint_id text not null,
  environment text not null,
  name text not null,
  -- The beginning of the value, by which a person knows it.
  prefix text not null,
  -- SHA-256 (hex) of the value.
  sha256 text not null,
  -- SHA-256 (hex) of the value before the last rotation, valid until previous_until.
  previous_sha256 text,
  -- Until when the value before the last rotation is taken.
  previous_until timestamptz(3),
  -- The tenant of whoever calls with this key; null: the key names none.
  tenant_id text,
  -- Tool names and routes that the key may call, as a JSON list; null: all.
  scopes jsonb,
  created_at timestamptz(3) not null default now(),
  -- Null: it does not expire.
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The users who were shown a value of the key, at its creation or a rotation.
  seen_by text[] not null default '{}'::text[],
  -- The user who created the key; null: unknown, or the user is gone.
  created_by text,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_value UNIQUE (sha256),
  constraint api_keys_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint api_keys_project_id_endpoint_id_fkey FOREIGN KEY (project_id, endpoint_id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE,
  constraint api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_creator ON api_keys USING btree (created_by);
CREATE INDEX api_keys_endpoint ON api_keys USING btree (project_id, endpoint_id, environment);
CREATE INDEX api_keys_expiry ON api_keys USING btree (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy project_scope on api_keys using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE CONSTRAINT TRIGGER api_keys_state_born AFTER INSERT OR DELETE ON api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_state_changed('key', 'id');
CREATE CONSTRAINT TRIGGER api_keys_state_changed AFTER UPDATE ON api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.sha256 IS DISTINCT FROM new.sha256 OR old.previous_sha256 IS DISTINCT FROM new.previous_sha256 OR old.previous_until IS DISTINCT FROM new.previous_until OR old.tenant_id IS DISTINCT FROM new.tenant_id OR old.scopes IS DISTINCT FROM new.scopes OR old.expires_at IS DISTINCT FROM new.expires_at OR old.revoked_at IS DISTINCT FROM new.revoked_at) EXECUTE FUNCTION ferrule_state_changed('key', 'id');

-- Tokens of users for the API of the control plane, each for one Project. Only the SHA-256 of a value is kept.
create table api_tokens (
  id text not null,
  user_id text not null,
  project_id text not null,
  name text not null,
  -- What the token may do at most.
  role text not null,
  -- The beginning of the value, by which a person knows it.
  prefix text not null,
  -- SHA-256 (hex) of the value.
  sha256 text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- The rule that gave the token to a pipeline; null: the user made it.
  pipeline_rule_id text,
  -- What an agent may do with the token at /mcp/ferrule, the only place where it works. Null: an ordinary token.
  scopes text[],
  -- The consent that an agent acts by. Nobody knows the value of such a token: the agent has access tokens of the consent. Null: a token with a value.
  oauth_grant_id text,
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_sha256_key UNIQUE (sha256),
  constraint api_tokens_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'operator'::text])),
  constraint api_tokens_oauth_grant_id_fkey FOREIGN KEY (oauth_grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  constraint api_tokens_pipeline_rule_id_fkey FOREIGN KEY (pipeline_rule_id) REFERENCES pipeline_rules(id) ON DELETE CASCADE,
  constraint api_tokens_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX api_tokens_expiry ON api_tokens USING btree (expires_at);
CREATE UNIQUE INDEX api_tokens_oauth_grant ON api_tokens USING btree (oauth_grant_id) WHERE oauth_grant_id IS NOT NULL;
CREATE INDEX api_tokens_pipeline_rule ON api_tokens USING btree (pipeline_rule_id) WHERE pipeline_rule_id IS NOT NULL;
CREATE INDEX api_tokens_project ON api_tokens USING btree (project_id);
CREATE INDEX api_tokens_user ON api_tokens USING btree (user_id);
alter table api_tokens enable row level security;
alter table api_tokens force row level security;
create policy project_scope on api_tokens using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER api_tokens_ended AFTER DELETE ON api_tokens FOR EACH ROW EXECUTE FUNCTION ferrule_sign_in_changed();

-- Who decided on approvals, how and why.
create table approval_decisions (
  project_id text not null,
  approval_id text not null,
  user_id text not null,
  email text not null,
  decision text not null,
  reason text not null,
  at timestamptz(3) not null default now(),
  constraint approval_decisions_pkey PRIMARY KEY (approval_id, user_id),
  constraint approval_decisions_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'rejected'::text])),
  constraint approval_decisions_project_id_approval_id_fkey FOREIGN KEY (project_id, approval_id) REFERENCES approvals(project_id, id) ON DELETE CASCADE
);
CREATE INDEX approval_decisions_project ON approval_decisions USING btree (project_id, approval_id);
alter table approval_decisions enable row level security;
alter table approval_decisions force row level security;
create policy project_scope on approval_decisions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Questions to people that runs wait for.
create table approvals (
  id text not null,
  project_id text not null,
  environment text not null,
  run_id text not null,
  -- The step that asks; null: the call itself waits.
  step_key text,
  function_id text not null,
  endpoint_id text,
  binding_id text,
  deployment_id text,
  tenant_id text not null,
  asked_by jsonb not null,
  title text not null,
  summary text not null,
  -- What will be done, as masked JSON text.
  details text not null,
  -- SHA-256 (hex) of the unmasked arguments, the Function and the deployment.
  digest text not null,
  -- Who may approve: { roles, people, groups, caller }.
  by jsonb not null,
  -- How many people must approve.
  people integer not null,
  -- Whether the person who asked may not approve.
  not_asker boolean not null,
  status text not null,
  expires_at timestamptz(3) not null,
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- The tool or route, and the step: equal in questions that can be compared.
  alike text not null generated always as ((COALESCE(binding_id, ''::text) || ' '::text) || COALESCE(step_key, ''::text)) stored,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_in_project UNIQUE (project_id, id),
  constraint approvals_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint approvals_finished CHECK ((finished_at IS NOT NULL) = (status <> 'pending'::text)),
  constraint approvals_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'cancelled'::text])),
  constraint approvals_project_id_run_id_fkey FOREIGN KEY (project_id, run_id) REFERENCES runs(project_id, id) ON DELETE CASCADE
);
CREATE INDEX approvals_alike ON approvals USING btree (project_id, environment, function_id, alike, finished_at DESC) WHERE status = 'approved'::text;
CREATE INDEX approvals_by_status ON approvals USING btree (project_id, status, id DESC);
CREATE INDEX approvals_expiry ON approvals USING btree (expires_at) WHERE status = 'pending'::text;
CREATE INDEX approvals_newest ON approvals USING btree (project_id, environment, id DESC);
CREATE INDEX approvals_of_run ON approvals USING btree (run_id);
alter table approvals enable row level security;
alter table approvals force row level security;
create policy project_scope on approvals using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- How the archive of executions is doing. One row.
create table archive_state (
  -- Always true, so that there is one row.
  only_row boolean not null default true,
  -- The last day that was archived, in UTC.
  last_day date,
  -- When last_day was archived.
  archived_at timestamptz(3),
  -- How often the archive has failed since it last succeeded.
  failures integer not null default 0,
  failed_at timestamptz(3),
  -- Why it failed last.
  failure text,
  constraint archive_state_pkey PRIMARY KEY (only_row),
  constraint archive_state_only_row_check CHECK (only_row)
);

-- The Functions and endpoints of artifacts by content, so that what two deployments have in common is stored once.
create table artifact_parts (
  project_id text not null,
  -- SHA-256 (hex) of the canonical JSON.
  digest text not null,
  -- The JSON as it was written, with a schema's properties in their order.
  content text not null,
  -- The canonical JSON, of which digest is the hash.
  canonical text not null,
  -- What bindings are checked by; null for an endpoint.
  facts json,
  -- The code of a Function, see bundles; null for an endpoint.
  bundle_digest text,
  created_at timestamptz not null default now(),
  -- The contents of resources of an endpoint, see bundles; null: it has none.
  content_digests text[],
  constraint artifact_parts_pkey PRIMARY KEY (project_id, digest),
  constraint artifact_parts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX artifact_parts_bundle ON artifact_parts USING btree (bundle_digest) WHERE bundle_digest IS NOT NULL;
CREATE INDEX artifact_parts_contents ON artifact_parts USING gin (content_digests) WHERE content_digests IS NOT NULL;
alter table artifact_parts enable row level security;
alter table artifact_parts force row level security;
create policy project_scope on artifact_parts using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What a deployment serves: a head that names its parts.
create table artifacts (
  -- SHA-256 (hex) of the artifact's canonical JSON.
  digest text not null,
  project_id text not null,
  created_at timestamptz not null default now(),
  -- Names of the secrets that its Functions declare.
  secret_names jsonb not null default '[]'::jsonb,
  -- When it was last used. What nothing refers to is removed some time afterwards.
  last_used_at timestamptz not null default now(),
  -- Which versions of collections it was built with: { "col_…": 3 }.
  collection_versions jsonb not null default '{}'::jsonb,
  -- The artifact without its parts, which it names by their digests.
  head json not null,
  -- Names of the connections that its Functions declare.
  connection_names jsonb not null,
  constraint artifacts_pkey PRIMARY KEY (digest),
  constraint artifacts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX artifacts_project ON artifacts USING btree (project_id);
alter table artifacts enable row level security;
alter table artifacts force row level security;
create policy project_scope on artifacts using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- How far the audit is sealed, kept apart from the events so that a missing end shows as well. One row. Its lock makes sealing one replica's work at a time.
create table audit_chain (
  -- Always true, so that there is one row.
  only_row boolean not null default true,
  -- The newest sealed event; 0: none.
  sequence bigint not null default 0,
  -- The hash of the newest sealed event.
  hash text not null default repeat('0'::text, 64),
  sealed_at timestamptz(3) not null default now(),
  constraint audit_chain_pkey PRIMARY KEY (only_row),
  constraint audit_chain_only_row_check CHECK (only_row)
);
CREATE TRIGGER audit_chain_advances BEFORE DELETE OR UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION audit_chain_advances();
CREATE TRIGGER audit_chain_stays_whole BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION audit_chain_advances();

-- What was done or refused. Append-only.
create table audit_events (
  -- The order of events.
  sequence bigint not null generated always as identity,
  id text not null,
  at timestamptz(3) not null default now(),
  action text not null,
  -- Without a reference: the events of a deleted Project stay.
  project_id text,
  actor_kind text not null,
  -- Whoever acted: a user or a token.
  actor_id text,
  -- The person behind a token, so that a filter by person finds what their tokens did.
  actor_user_id text,
  actor_email text,
  target_kind text not null,
  target_id text,
  target_name text,
  request_id text,
  ip text,
  user_agent text,
  outcome text not null,
  -- What changed, as a JSON object, without the value of a secret.
  changes jsonb not null default '{}'::jsonb,
  -- Chains the event to the one before it; null until it is sealed.
  hash text,
  constraint audit_events_pkey PRIMARY KEY (sequence),
  constraint audit_events_id_key UNIQUE (id),
  constraint audit_events_actor_kind_check CHECK (actor_kind = ANY (ARRAY['user'::text, 'token'::text, 'system'::text, 'anonymous'::text])),
  constraint audit_events_outcome_check CHECK (outcome = ANY (ARRAY['success'::text, 'denied'::text, 'failure'::text]))
);
CREATE INDEX audit_events_action ON audit_events USING btree (action, sequence);
CREATE INDEX audit_events_actor ON audit_events USING btree (actor_user_id, sequence);
CREATE INDEX audit_events_at ON audit_events USING btree (at, sequence);
CREATE INDEX audit_events_project ON audit_events USING btree (project_id, sequence);
CREATE INDEX audit_events_request ON audit_events USING btree (request_id);
CREATE INDEX audit_events_target ON audit_events USING btree (target_id, sequence);
CREATE INDEX audit_events_token ON audit_events USING btree (actor_id, sequence) WHERE actor_id IS DISTINCT FROM actor_user_id;
CREATE INDEX audit_events_unsealed ON audit_events USING btree (sequence) WHERE hash IS NULL;
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy audit_append on audit_events for insert with check (true);
create policy audit_read on audit_events for select using (( SELECT current_setting('ferrule.scope'::text, true) = 'installation'::text));
create policy audit_seal on audit_events for update using (current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER audit_events_stay BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_stay();
CREATE TRIGGER audit_events_stay_whole BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_events_stay();

-- Who may call an endpoint in an environment. Each endpoint has two, created with it.
create table auth_policies (
  id text not null,
  project_id text not null,
  endpoint_id text not null,
  environment text not null,
  -- How callers prove who they are, and what belongs to it: { mode, … }.
  caller jsonb not null,
  -- "*" or { secrets, hosts, collections, cache, … }: what Functions may use when they are called through the endpoint.
  permissions jsonb not null default '"*"'::jsonb,
  -- Origins of browsers that may call, as a JSON list.
  allowed_origins jsonb not null default '[]'::jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- Addresses and networks that may call, as a JSON list; empty: all.
  allowed_addresses jsonb not null default '[]'::jsonb,
  -- Rates by the minute, and quotas by the day or month.
  limits jsonb not null default '{"quotas": [], "keyRequestsPerMinute": null, "callerRequestsPerMinute": null}'::jsonb,
  -- The calls that need approval, and by whom, as a JSON list; empty: none.
  approvals jsonb not null default '[]'::jsonb,
  -- Since when every call is refused in this environment, whatever else the policy says; null: it is not stopped.
  stopped_at timestamptz(3),
  -- The e-mail address of who stopped it.
  stopped_by text,
  -- Why it is stopped, for people in the console. Callers do not see it.
  stop_reason text,
  constraint auth_policies_pkey PRIMARY KEY (id),
  constraint auth_policies_environment UNIQUE (endpoint_id, environment),
  constraint auth_policies_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint auth_policies_production CHECK (environment <> 'production'::text OR (caller ->> 'mode'::text) <> 'none'::text),
  constraint auth_policies_stop CHECK ((stopped_at IS NULL) = (stop_reason IS NULL)),
  constraint auth_policies_project_id_endpoint_id_fkey FOREIGN KEY (project_id, endpoint_id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE,
  constraint auth_policies_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX auth_policies_endpoint ON auth_policies USING btree (project_id, endpoint_id);
alter table auth_policies enable row level security;
alter table auth_policies force row level security;
create policy project_scope on auth_policies using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON auth_policies FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();
CREATE TRIGGER auth_policies_end_grants AFTER UPDATE ON auth_policies FOR EACH ROW WHEN ((new.caller ->> 'mode'::text) = 'oauth'::text) EXECUTE FUNCTION ferrule_end_grants_of_policy();
CREATE CONSTRAINT TRIGGER auth_policies_state_born AFTER INSERT OR DELETE ON auth_policies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_state_changed('endpoint', 'endpoint_id');
CREATE CONSTRAINT TRIGGER auth_policies_state_changed AFTER UPDATE ON auth_policies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.caller IS DISTINCT FROM new.caller OR old.permissions IS DISTINCT FROM new.permissions OR old.allowed_origins IS DISTINCT FROM new.allowed_origins OR old.allowed_addresses IS DISTINCT FROM new.allowed_addresses OR old.limits IS DISTINCT FROM new.limits OR old.approvals IS DISTINCT FROM new.approvals) EXECUTE FUNCTION ferrule_state_changed('endpoint', 'endpoint_id');
CREATE CONSTRAINT TRIGGER auth_policies_state_stopped AFTER UPDATE ON auth_policies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.stopped_at IS NULL) IS DISTINCT FROM (new.stopped_at IS NULL)) EXECUTE FUNCTION ferrule_state_changed('endpoint', 'endpoint_id');

-- A valid Function's build by all that it depends on. It belongs to no Project: equal sources have equal results.
create table build_results (
  -- Made by the worker's builder of all that the build depends on.
  key text not null,
  bundle_digest text not null,
  -- What the build remarked. json, so that a schema's properties stay in their order.
  diagnostics json not null,
  -- What the build found out about the Function. json, so that a schema's properties stay in their order.
  derived json not null,
  -- When it was last used. What nothing refers to is removed some time afterwards.
  last_used_at timestamptz not null default now(),
  constraint build_results_pkey PRIMARY KEY (key),
  constraint build_results_bundle_digest_fkey FOREIGN KEY (bundle_digest) REFERENCES bundles(digest) ON DELETE CASCADE
);
CREATE INDEX build_results_bundle ON build_results USING btree (bundle_digest);
CREATE INDEX build_results_used ON build_results USING btree (last_used_at);

-- The code of Functions and the contents of resources, by content.
create table bundles (
  -- SHA-256 (hex) of the code.
  digest text not null,
  -- The code of a Function, or the content of a resource as JSON: {"text": …} or {"base64": …}.
  code text not null,
  source_map text not null,
  created_at timestamptz not null default now(),
  -- When it was last used. What nothing refers to is removed some time afterwards.
  last_used_at timestamptz not null default now(),
  constraint bundles_pkey PRIMARY KEY (digest)
);
CREATE INDEX bundles_used ON bundles USING btree (last_used_at);

-- What Functions cache. Unlogged: a crash of the database empties it, as a cache may be.
create unlogged table cache_entries (
  -- Without a reference, which would lock the Project's row with each write. A trigger removes what goes with a Project.
  project_id text not null,
  -- The environment, or preview:<id> for a preview.
  environment text not null,
  tenant_id text not null,
  -- In the order of its bytes, so that keys with one prefix stand together.
  key text collate "C" not null,
  -- The JSON text as the Function's worker wrote it.
  value text not null,
  size_bytes integer not null,
  -- The Function that wrote it.
  function_id text not null,
  expires_at timestamptz(3) not null,
  constraint cache_entries_pkey PRIMARY KEY (project_id, environment, tenant_id, key),
  constraint cache_entries_environment_check CHECK ((environment = ANY (ARRAY['development'::text, 'production'::text])) OR environment ^@ 'preview:'::text)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.05);
CREATE INDEX cache_entries_expiry ON cache_entries USING btree (expires_at);
CREATE INDEX cache_entries_previews ON cache_entries USING btree (project_id, environment) WHERE environment <> ALL (ARRAY['development'::text, 'production'::text]);
alter table cache_entries enable row level security;
alter table cache_entries force row level security;
create policy project_scope on cache_entries using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Calls by caller, summed over seconds from bucket_at on. The dashboard sums its windows from them.
create table caller_rollups (
  project_id text not null,
  environment text not null,
  -- The length of the bucket: a quarter of an hour, or half a day.
  seconds integer not null,
  bucket_at timestamptz(0) not null,
  -- A key's id, or the hash of the issuer and of the subject there.
  caller_key text not null,
  -- The caller as of the latest call.
  caller jsonb not null,
  calls integer not null,
  failed integer not null,
  constraint caller_rollups_pkey PRIMARY KEY (project_id, environment, seconds, bucket_at, caller_key),
  constraint caller_rollups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX caller_rollups_age ON caller_rollups USING btree (seconds, bucket_at);
alter table caller_rollups enable row level security;
alter table caller_rollups force row level security;
create policy project_scope on caller_rollups using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Sign-ins of callers who have no account here. The cookie only names one, so that it can end before its time.
create table caller_sessions (
  id text not null,
  provider_id text not null,
  issuer text not null,
  -- The caller's id at the issuer.
  subject text not null,
  -- The session at the provider, where it names one.
  sid text,
  -- Verified by the provider; null: it has named none, or has not verified it.
  email text,
  name text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint caller_sessions_pkey PRIMARY KEY (id),
  constraint caller_sessions_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
);
CREATE INDEX caller_sessions_expiry ON caller_sessions USING btree (expires_at);
CREATE INDEX caller_sessions_sid ON caller_sessions USING btree (provider_id, sid) WHERE sid IS NOT NULL;
CREATE INDEX caller_sessions_subject ON caller_sessions USING btree (provider_id, subject);

-- Command lines that wait until a person signs them in (RFC 8628). A row goes when its token is fetched, or when it has expired.
create table cli_sign_ins (
  id text not null,
  -- SHA-256 (hex) of the code that gets the token: 256 random bits.
  device_code_sha256 text not null,
  -- Eight letters, by which a signed-in person finds the row.
  user_code text not null,
  -- What the command line calls its machine: the name of the token.
  machine text not null,
  -- The Project that the command line asked for, whether or not there is one.
  project_slug text,
  -- How long the token is to be good for, from when it is fetched.
  valid_days integer not null,
  -- The address that the command line asked from.
  ip text,
  state text not null default 'waiting'::text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When the command line last asked for its token.
  last_asked_at timestamptz(3),
  -- Who allowed it, and so whose token it becomes.
  user_id text,
  -- The Project that the token is for.
  project_id text,
  -- What the token may do at most.
  role text,
  constraint cli_sign_ins_pkey PRIMARY KEY (id),
  constraint cli_sign_ins_device_code_sha256_key UNIQUE (device_code_sha256),
  constraint cli_sign_ins_user_code_key UNIQUE (user_code),
  constraint cli_sign_ins_allowed CHECK ((state = 'allowed'::text) = (user_id IS NOT NULL) AND (user_id IS NULL) = (project_id IS NULL) AND (user_id IS NULL) = (role IS NULL)),
  constraint cli_sign_ins_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'operator'::text])),
  constraint cli_sign_ins_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'allowed'::text, 'denied'::text])),
  constraint cli_sign_ins_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint cli_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX cli_sign_ins_expiry ON cli_sign_ins USING btree (expires_at);
CREATE INDEX cli_sign_ins_project ON cli_sign_ins USING btree (project_id);
CREATE INDEX cli_sign_ins_user ON cli_sign_ins USING btree (user_id);
alter table cli_sign_ins enable row level security;
alter table cli_sign_ins force row level security;
create policy project_scope on cli_sign_ins using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Changes that agents asked for and a person must confirm. A confirmation expires after ten minutes, is used once, and is removed after a day.
create table confirmations (
  id text not null,
  project_id text not null,
  user_id text not null,
  token_id text not null,
  -- The name and version that the agent's program gives itself.
  client text,
  operation text not null,
  -- SHA-256 (hex) of the operation, its exact arguments, and the state that they would change.
  digest text not null,
  title text not null,
  -- What would happen, in sentences, as the person reads it.
  effects jsonb not null,
  status text not null default 'pending'::text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by text,
  used_at timestamptz(3),
  -- What the sentences of effects only count or name: what a deployment changes, or the fields of a policy before and after. Null: the sentences say everything.
  detail jsonb,
  constraint confirmations_pkey PRIMARY KEY (id),
  constraint confirmations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'declined'::text, 'used'::text])),
  constraint confirmations_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint confirmations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint confirmations_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE,
  constraint confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX confirmations_decider ON confirmations USING btree (decided_by);
CREATE INDEX confirmations_expires ON confirmations USING btree (expires_at);
CREATE INDEX confirmations_project ON confirmations USING btree (project_id, created_at DESC);
CREATE INDEX confirmations_token ON confirmations USING btree (token_id, digest);
CREATE INDEX confirmations_user ON confirmations USING btree (user_id);
alter table confirmations enable row level security;
alter table confirmations force row level security;
create policy project_scope on confirmations using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What a worker read of a connection's tables, for types and the schema browser. It is not part of the connection's revision.
create table connection_schemas (
  connection_id text not null,
  project_id text not null,
  read_at timestamptz(3) not null default now(),
  -- json, not jsonb: the order of columns is the table's.
  tables json not null,
  -- There was more than is kept.
  truncated boolean not null,
  constraint connection_schemas_pkey PRIMARY KEY (connection_id),
  constraint connection_schemas_project_id_connection_id_fkey FOREIGN KEY (project_id, connection_id) REFERENCES connections(project_id, id) ON DELETE CASCADE
);
CREATE INDEX connection_schemas_project ON connection_schemas USING btree (project_id);
alter table connection_schemas enable row level security;
alter table connection_schemas force row level security;
create policy project_scope on connection_schemas using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Connections to databases that Functions query, by environment. The URL is sealed like the value of a secret.
create table connections (
  id text not null,
  project_id text not null,
  environment text not null,
  name text not null,
  kind text not null,
  -- host:port/database of the URL.
  address text not null,
  tls text not null,
  -- PEM of the authority that the server's certificate is checked against; null: the usual ones.
  ca_certificate text,
  read_only boolean not null,
  statement_timeout_ms integer not null,
  -- The most rows that one query may return.
  max_rows integer not null,
  -- The most bytes that one query may return.
  max_bytes integer not null,
  -- The most connections that a worker holds open.
  pool_size integer not null,
  -- Of the URL. It is sealed for this version.
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_name_taken UNIQUE (project_id, environment, name),
  constraint connections_of_project UNIQUE (project_id, id),
  constraint connections_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint connections_kind_check CHECK (kind = ANY (ARRAY['postgresql'::text, 'mysql'::text])),
  constraint connections_tls_check CHECK (tls = ANY (ARRAY['verify'::text, 'require'::text, 'off'::text])),
  constraint connections_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX connections_key ON connections USING btree (key_id, id, version);
CREATE INDEX connections_newest ON connections USING btree (project_id, id DESC);
alter table connections enable row level security;
alter table connections force row level security;
create policy project_scope on connections using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE CONSTRAINT TRIGGER connections_state_born AFTER INSERT OR DELETE ON connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_connection_changed();
CREATE CONSTRAINT TRIGGER connections_state_changed AFTER UPDATE ON connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.revision IS DISTINCT FROM new.revision) EXECUTE FUNCTION ferrule_connection_changed();

-- The control planes as they last reported, with the gateways that talk to them and their latest errors.
create table control_planes (
  id text not null,
  version text not null,
  -- By id: their version, and when they last reported.
  gateways jsonb not null default '{}'::jsonb,
  -- The latest errors that it logged.
  errors jsonb not null default '[]'::jsonb,
  started_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null default now(),
  constraint control_planes_pkey PRIMARY KEY (id)
);

-- Functions that run on a schedule. They take effect at once, and are not part of an artifact.
create table cron_bindings (
  id text not null,
  project_id text not null,
  name text not null,
  function_id text not null,
  environment text not null,
  -- A cron expression.
  schedule text not null,
  -- The IANA time zone in which the schedule is read.
  timezone text not null,
  tenant_id text not null,
  -- json, not jsonb: the order of its keys is the author's.
  input json not null,
  enabled boolean not null,
  -- What becomes of an occurrence while the one before it still runs.
  overlap text not null,
  max_attempts integer not null,
  -- How long the first retry waits.
  backoff_ms integer not null,
  -- How many missed occurrences are caught up with.
  catch_up integer not null,
  -- It pauses itself after so many failures in a row; null: never.
  pause_after_failures integer,
  consecutive_failures integer not null default 0,
  paused_at timestamptz(3),
  pause_reason text,
  -- The occurrence that is to fire next; null: none, because it is disabled, its Project archived or its schedule over.
  next_run_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint cron_bindings_pkey PRIMARY KEY (id),
  constraint cron_bindings_in_project UNIQUE (project_id, id),
  constraint cron_bindings_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint cron_bindings_overlap_check CHECK (overlap = ANY (ARRAY['skip'::text, 'allow'::text])),
  constraint cron_bindings_function FOREIGN KEY (project_id, function_id) REFERENCES functions(project_id, id),
  constraint cron_bindings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX cron_bindings_due ON cron_bindings USING btree (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX cron_bindings_function ON cron_bindings USING btree (project_id, function_id);
alter table cron_bindings enable row level security;
alter table cron_bindings force row level security;
create policy project_scope on cron_bindings using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON cron_bindings FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();
CREATE TRIGGER removes_runs AFTER DELETE ON cron_bindings FOR EACH ROW EXECUTE FUNCTION ferrule_remove_runs_of_cron();

-- What a Function, or every Function that is called through an endpoint, may do with a collection in an environment.
create table data_collection_grants (
  id text not null,
  project_id text not null,
  collection_id text not null,
  -- Null when the grant is an endpoint's.
  function_id text,
  -- Null when the grant is a Function's.
  endpoint_id text,
  environment text not null,
  access text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint data_collection_grants_pkey PRIMARY KEY (id),
  constraint data_collection_grants_once UNIQUE NULLS NOT DISTINCT (collection_id, environment, function_id, endpoint_id),
  constraint data_collection_grants_access_check CHECK (access = ANY (ARRAY['read'::text, 'write'::text, 'read-write'::text])),
  constraint data_collection_grants_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint data_collection_grants_subject CHECK (num_nonnulls(function_id, endpoint_id) = 1),
  constraint data_collection_grants_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES runtime_endpoints(id) ON DELETE CASCADE,
  constraint data_collection_grants_function_id_fkey FOREIGN KEY (function_id) REFERENCES functions(id) ON DELETE CASCADE,
  constraint data_collection_grants_project_id_collection_id_fkey FOREIGN KEY (project_id, collection_id) REFERENCES data_collections(project_id, id) ON DELETE CASCADE
);
CREATE INDEX data_collection_grants_endpoint ON data_collection_grants USING btree (endpoint_id) WHERE endpoint_id IS NOT NULL;
CREATE INDEX data_collection_grants_function ON data_collection_grants USING btree (function_id) WHERE function_id IS NOT NULL;
CREATE INDEX data_collection_grants_project ON data_collection_grants USING btree (project_id);
alter table data_collection_grants enable row level security;
alter table data_collection_grants force row level security;
create policy project_scope on data_collection_grants using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON data_collection_grants FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();

-- The versions of a collection's schema. None is changed once it is written.
create table data_collection_versions (
  collection_id text not null,
  version integer not null,
  project_id text not null,
  -- json, not jsonb: the order of properties is the author's.
  schema json not null,
  -- Steps that make data of the version before fit; null: none are needed.
  mapping json,
  -- How many records were checked against the schema when it was written, and how many did not fit.
  compatibility jsonb not null,
  created_at timestamptz(3) not null default now(),
  constraint data_collection_versions_pkey PRIMARY KEY (collection_id, version),
  constraint data_collection_versions_project_id_collection_id_fkey FOREIGN KEY (project_id, collection_id) REFERENCES data_collections(project_id, id) ON DELETE CASCADE
);
CREATE INDEX data_collection_versions_project ON data_collection_versions USING btree (project_id);
alter table data_collection_versions enable row level security;
alter table data_collection_versions force row level security;
create policy project_scope on data_collection_versions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Collections of records that Functions keep.
create table data_collections (
  id text not null,
  project_id text not null,
  name text not null,
  description text not null default ''::text,
  newest_version integer not null default 1,
  -- Lists of field paths. The n-th is kept in the column unique_n of its records.
  unique_keys jsonb not null default '[]'::jsonb,
  -- Field paths. The n-th is kept in the column key_n of its records.
  indexes jsonb not null default '[]'::jsonb,
  -- How long a record is kept; null: until it is deleted.
  ttl_seconds integer,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint data_collections_pkey PRIMARY KEY (id),
  constraint data_collections_name_taken UNIQUE (project_id, name),
  constraint data_collections_of_project UNIQUE (project_id, id),
  constraint data_collections_ttl_seconds_check CHECK (ttl_seconds >= 1),
  constraint data_collections_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX data_collections_newest ON data_collections USING btree (project_id, id DESC);
alter table data_collections enable row level security;
alter table data_collections force row level security;
create policy project_scope on data_collections using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON data_collections FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();
CREATE TRIGGER data_collections_gone AFTER DELETE ON data_collections FOR EACH ROW EXECUTE FUNCTION ferrule_drop_records();

-- Deliveries that came lately, so that the same one is not taken twice. A fingerprint outlasts its delivery.
create table delivery_fingerprints (
  project_id text not null,
  binding_id text not null,
  environment text not null,
  -- SHA-256 (hex) of the tenant and of what tells the delivery apart.
  fingerprint text not null,
  delivery_id text not null,
  -- Until when the same delivery is recognized.
  until timestamptz not null,
  constraint delivery_fingerprints_pkey PRIMARY KEY (project_id, binding_id, environment, fingerprint),
  constraint delivery_fingerprints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX delivery_fingerprints_until ON delivery_fingerprints USING btree (until);
alter table delivery_fingerprints enable row level security;
alter table delivery_fingerprints force row level security;
create policy project_scope on delivery_fingerprints using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Which Functions the enabled bindings of a deployment call. Endpoint and Function are without a reference: they may be gone by now.
create table deployment_bindings (
  deployment_id text not null,
  project_id text not null,
  endpoint_id text not null,
  function_id text not null,
  constraint deployment_bindings_pkey PRIMARY KEY (deployment_id, function_id, endpoint_id),
  constraint deployment_bindings_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint deployment_bindings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX deployment_bindings_function ON deployment_bindings USING btree (project_id, function_id);
alter table deployment_bindings enable row level security;
alter table deployment_bindings force row level security;
create policy project_scope on deployment_bindings using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The endpoints of a deployment, without a reference: they may be gone by now.
create table deployment_endpoints (
  deployment_id text not null,
  project_id text not null,
  endpoint_id text not null,
  constraint deployment_endpoints_pkey PRIMARY KEY (deployment_id, endpoint_id),
  constraint deployment_endpoints_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint deployment_endpoints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX deployment_endpoints_endpoint ON deployment_endpoints USING btree (project_id, endpoint_id);
alter table deployment_endpoints enable row level security;
alter table deployment_endpoints force row level security;
create policy project_scope on deployment_endpoints using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The Functions of a deployment with their revisions, without a reference: they may be gone by now.
create table deployment_functions (
  deployment_id text not null,
  project_id text not null,
  function_id text not null,
  revision integer not null,
  constraint deployment_functions_pkey PRIMARY KEY (deployment_id, function_id),
  constraint deployment_functions_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint deployment_functions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX deployment_functions_function ON deployment_functions USING btree (project_id, function_id);
alter table deployment_functions enable row level security;
alter table deployment_functions force row level security;
create policy project_scope on deployment_functions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The Libraries that a deployment was built with, without a reference: they may be gone by now.
create table deployment_libraries (
  deployment_id text not null,
  project_id text not null,
  import_name text not null,
  kind text not null,
  -- The package's version, or the SHA-256 (hex) of the source.
  content text not null,
  constraint deployment_libraries_pkey PRIMARY KEY (deployment_id, import_name),
  constraint deployment_libraries_kind_check CHECK (kind = ANY (ARRAY['source'::text, 'npm'::text])),
  constraint deployment_libraries_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint deployment_libraries_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX deployment_libraries_project ON deployment_libraries USING btree (project_id);
alter table deployment_libraries enable row level security;
alter table deployment_libraries force row level security;
create policy project_scope on deployment_libraries using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What a deployment's build and activation logged.
create table deployment_log (
  deployment_id text not null,
  sequence bigint not null generated always as identity,
  project_id text not null,
  at timestamptz(3) not null default now(),
  level text not null,
  message text not null,
  data jsonb,
  constraint deployment_log_pkey PRIMARY KEY (deployment_id, sequence),
  constraint deployment_log_level_check CHECK (level = ANY (ARRAY['debug'::text, 'info'::text, 'warn'::text, 'error'::text])),
  constraint deployment_log_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint deployment_log_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX deployment_log_project ON deployment_log USING btree (project_id);
alter table deployment_log enable row level security;
alter table deployment_log force row level security;
create policy project_scope on deployment_log using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What was brought to Development or Production: a deploy, a release or a rollback.
create table deployments (
  id text not null,
  project_id text not null,
  -- Counts the deployments of the Project.
  number integer not null,
  target text not null,
  kind text not null,
  status text not null default 'queued'::text,
  -- What a release or rollback took its artifact from.
  source_deployment_id text,
  message text not null default ''::text,
  requested_by text,
  -- The frozen drafts that a development deployment is built from, until it is completed. json keeps the order of a schema's properties.
  snapshot json,
  -- The artifact that it serves.
  digest text,
  -- How it differs from what its target served before.
  changes jsonb not null default '[]'::jsonb,
  progress jsonb not null default '{"done": 0, "step": "queued", "total": 0}'::jsonb,
  error jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  revision integer not null default 1,
  -- The deploy or release that its target served before with another digest; set on activation. A rollback returns there.
  parent_id text,
  -- Functions that nothing calls: [{ functionId, slug, problems }].
  not_deployed json not null default '[]'::json,
  -- The first twenty of changes, for lists.
  first_changes jsonb not null generated always as (jsonb_path_query_array(changes, '$[0 to 19]'::jsonpath)) stored,
  -- How many of changes are additions.
  changes_added integer not null generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*]?(@."change" == "added")'::jsonpath))) stored,
  -- How many of changes are changes.
  changes_changed integer not null generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*]?(@."change" == "changed")'::jsonpath))) stored,
  -- How many of changes are removals.
  changes_removed integer not null generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*]?(@."change" == "removed")'::jsonpath))) stored,
  -- How many of changes break callers.
  changes_breaking integer not null generated always as (jsonb_array_length(jsonb_path_query_array(changes, '$[*]?(@."breaking".size() > 0)'::jsonpath))) stored,
  -- The commit that its drafts came from: { sha, branch, author, url }. Whoever deployed said so.
  commit jsonb,
  -- Whether its build runs the tests of the Functions, because the Project required them at the request.
  runs_tests boolean not null default false,
  -- How many tests passed, failed and were skipped in its build: { passed, failed, skipped }; null: none ran.
  tests jsonb,
  constraint deployments_pkey PRIMARY KEY (id),
  constraint deployments_number UNIQUE (project_id, number),
  constraint deployments_kind_check CHECK (kind = ANY (ARRAY['deploy'::text, 'release'::text, 'rollback'::text])),
  constraint deployments_status_check CHECK (status = ANY (ARRAY['queued'::text, 'building'::text, 'activating'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  constraint deployments_target_check CHECK (target = ANY (ARRAY['development'::text, 'production'::text])),
  constraint deployments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES deployments(id) ON DELETE SET NULL,
  constraint deployments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint deployments_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint deployments_source_deployment_id_fkey FOREIGN KEY (source_deployment_id) REFERENCES deployments(id) ON DELETE SET NULL
);
CREATE INDEX deployments_digest ON deployments USING btree (digest) WHERE digest IS NOT NULL;
CREATE INDEX deployments_parent ON deployments USING btree (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX deployments_requester ON deployments USING btree (requested_by);
CREATE INDEX deployments_source ON deployments USING btree (source_deployment_id) WHERE source_deployment_id IS NOT NULL;
CREATE INDEX deployments_unfinished ON deployments USING btree (project_id) WHERE status = ANY (ARRAY['queued'::text, 'building'::text, 'activating'::text]);
alter table deployments enable row level security;
alter table deployments force row level security;
create policy project_scope on deployments using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Groups that a provider's SCIM client brings (RFC 7643).
create table directory_groups (
  id text not null,
  provider_id text not null,
  display_name text not null,
  -- The id that the SCIM client gave it.
  external_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint directory_groups_pkey PRIMARY KEY (id),
  constraint directory_groups_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX directory_groups_external_taken ON directory_groups USING btree (provider_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX directory_groups_name_taken ON directory_groups USING btree (provider_id, lower(display_name));
CREATE TRIGGER directory_groups_renamed AFTER UPDATE ON directory_groups FOR EACH ROW WHEN (old.display_name IS DISTINCT FROM new.display_name) EXECUTE FUNCTION ferrule_group_renamed();

-- Which users are in which groups of a provider's directory.
create table directory_members (
  group_id text not null,
  user_id text not null,
  constraint directory_members_pkey PRIMARY KEY (group_id, user_id),
  constraint directory_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES directory_groups(id) ON DELETE CASCADE,
  constraint directory_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES directory_users(user_id) ON DELETE CASCADE
);
CREATE INDEX directory_members_user ON directory_members USING btree (user_id);
CREATE TRIGGER directory_members_added AFTER INSERT ON directory_members REFERENCING NEW TABLE AS changed_members FOR EACH STATEMENT EXECUTE FUNCTION ferrule_members_changed();
CREATE TRIGGER directory_members_removed AFTER DELETE ON directory_members REFERENCING OLD TABLE AS changed_members FOR EACH STATEMENT EXECUTE FUNCTION ferrule_members_changed();

-- What a provider's SCIM client says of users (RFC 7643). The accounts are in users.
create table directory_users (
  provider_id text not null,
  user_id text not null,
  -- The id that the SCIM client gave it.
  external_id text,
  user_name text not null,
  display_name text,
  -- The parts of the person's name (RFC 7643, section 4.1.1).
  name jsonb not null,
  -- The person's addresses (RFC 7643, section 4.1.2).
  emails jsonb not null,
  -- What the SCIM client says. Whether the user may sign in also depends on their role, and on who else disabled them.
  active boolean not null,
  -- The account was disabled because the client said so, or because no group gives a role.
  suspended boolean not null default false,
  -- Has been in a group with a role. From then on the groups here decide, not those of a sign-in.
  grouped boolean not null default false,
  -- The client has removed it. The account stays, disabled, and is the same if the client makes it again.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint directory_users_pkey PRIMARY KEY (provider_id, user_id),
  constraint directory_users_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint directory_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX directory_users_external_taken ON directory_users USING btree (provider_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX directory_users_name_taken ON directory_users USING btree (provider_id, lower(user_name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX directory_users_one ON directory_users USING btree (user_id);

-- The encryption keys that this installation seals under, by their ids. Every control plane needs them. An id tells nothing of its key.
create table encryption_keys (
  key_id text not null,
  adopted_at timestamptz(3) not null default now(),
  constraint encryption_keys_pkey PRIMARY KEY (key_id)
);

-- Calls through an endpoint, summed over the minute from bucket_at on. Kept for three hours.
create table endpoint_minutes (
  project_id text not null,
  environment text not null,
  endpoint_id text not null,
  bucket_at timestamptz(0) not null,
  calls integer not null,
  failed integer not null,
  -- The n-th counts the calls whose duration fell into the n-th step of a logarithmic scale.
  durations integer[] not null,
  constraint endpoint_minutes_pkey PRIMARY KEY (project_id, environment, endpoint_id, bucket_at),
  constraint endpoint_minutes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX endpoint_minutes_age ON endpoint_minutes USING btree (bucket_at);
alter table endpoint_minutes enable row level security;
alter table endpoint_minutes force row level security;
create policy project_scope on endpoint_minutes using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Calls through an endpoint, summed over 15 minutes from bucket_at on. Kept for two days: lists show one.
create table endpoint_rollups (
  project_id text not null,
  environment text not null,
  endpoint_id text not null,
  bucket_at timestamptz(0) not null,
  calls integer not null,
  failed integer not null,
  constraint endpoint_rollups_pkey PRIMARY KEY (project_id, environment, endpoint_id, bucket_at),
  constraint endpoint_rollups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX endpoint_rollups_age ON endpoint_rollups USING btree (bucket_at);
alter table endpoint_rollups enable row level security;
alter table endpoint_rollups force row level security;
create policy project_scope on endpoint_rollups using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Requests to erase what there is of a tenant or a caller in a Project. A control plane works them off in short transactions.
create table erasures (
  id text not null,
  project_id text not null,
  subject text not null,
  -- Of the tenant or caller; null when all of it is gone.
  name text,
  reason text not null,
  -- Of the Project, subject and name. It keeps out executions that are reported later but began before.
  sha256 text not null,
  -- Who a caller is at which issuer, as far as it was found out: [{ issuer, subject }]. Empty when all of it is gone.
  identities jsonb not null default '[]'::jsonb,
  -- The newest batch of executions that was looked through; null: none.
  after_batch bigint,
  -- How much was erased, by kind.
  removed jsonb not null default '{}'::jsonb,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_subject_check CHECK (subject = ANY (ARRAY['tenant'::text, 'caller'::text])),
  constraint erasures_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX erasures_newest ON erasures USING btree (project_id, id DESC);
CREATE INDEX erasures_open ON erasures USING btree (id) WHERE finished_at IS NULL;
alter table erasures enable row level security;
alter table erasures force row level security;
create policy project_scope on erasures using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What people know of failures that are likely one problem, see failure_rollups. A row goes with the last of its sums.
create table error_groups (
  project_id text not null,
  environment text not null,
  -- The hash of function_id, code and frame, see ferrule_failure_group.
  id text not null,
  -- When the first failure began.
  first_at timestamptz(3) not null,
  -- The deployment that the first failure ran; null: it ran none, or is older than this table.
  first_deployment_id text,
  -- Since when it is resolved; null: it is open.
  resolved_at timestamptz(3),
  -- Who resolved it last.
  resolved_by text,
  -- When it last came back after somebody had resolved it: the failure began then.
  reopened_at timestamptz(3),
  -- The user who looks after it.
  assignee_id text,
  -- What people wrote about it.
  note text not null default ''::text,
  constraint error_groups_pkey PRIMARY KEY (project_id, environment, id),
  constraint error_groups_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint error_groups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint error_groups_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX error_groups_assignee ON error_groups USING btree (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX error_groups_resolver ON error_groups USING btree (resolved_by) WHERE resolved_by IS NOT NULL;
alter table error_groups enable row level security;
alter table error_groups force row level security;
create policy project_scope on error_groups using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Objects of archived executions in object storage. An object has some thousand executions of one Project and day. An execution is either a row of executions or in one object that is kept.
create table execution_archives (
  -- Names the object. Each write has its own, so that nobody writes or deletes what somebody else has written.
  key text not null,
  -- The order in which objects were begun.
  number bigint not null generated always as identity,
  -- Without a reference: an object outlives its Project until it is deleted.
  project_id text not null,
  -- In UTC.
  day date not null,
  -- The smallest id in it.
  first_id text collate "C" not null,
  -- The greatest id in it.
  last_id text collate "C" not null,
  -- When its earliest call began.
  first_at timestamptz(3) not null,
  -- When its latest call began.
  last_at timestamptz(3) not null,
  -- How many executions it has.
  executions integer not null,
  -- Bytes of the object.
  bytes integer not null,
  -- Bytes of the text in the object.
  text_bytes integer not null,
  -- SHA-256 (hex) of the object.
  sha256 text not null,
  -- writing: may be there, but nothing counts on it. kept: holds its executions. gone: is to be deleted, and never comes back.
  state text not null default 'writing'::text,
  changed_at timestamptz(3) not null default now(),
  constraint execution_archives_pkey PRIMARY KEY (key),
  constraint execution_archives_number_key UNIQUE (number),
  constraint execution_archives_state_check CHECK (state = ANY (ARRAY['writing'::text, 'kept'::text, 'gone'::text]))
);
CREATE INDEX execution_archives_days ON execution_archives USING btree (day) WHERE state = 'kept'::text;
CREATE INDEX execution_archives_ids ON execution_archives USING btree (project_id, last_id) WHERE state = 'kept'::text;
CREATE INDEX execution_archives_newest ON execution_archives USING btree (project_id, last_at DESC, number DESC) WHERE state = 'kept'::text;
CREATE INDEX execution_archives_numbers ON execution_archives USING btree (project_id, number) WHERE state = 'kept'::text;
CREATE INDEX execution_archives_unkept ON execution_archives USING btree (changed_at) WHERE state <> 'kept'::text;
alter table execution_archives enable row level security;
alter table execution_archives force row level security;
create policy project_scope on execution_archives using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- One row for each recorded batch and Project, in the order of recording. They are the feed that streams and lists follow.
create table execution_batches (
  -- Taken under a lock of the Project that is held until the commit: whoever has seen one can see all before it. Those below 0 were never in the feed.
  sequence bigint not null generated always as identity,
  project_id text not null,
  recorded_at timestamptz(3) not null default now(),
  -- The executions of the batch.
  ids text[] not null,
  -- When they began, in the order of ids.
  started_ats timestamptz(3)[] not null,
  -- When the earliest of them began.
  first_at timestamptz(3) not null,
  -- When the latest of them began.
  last_at timestamptz(3) not null,
  calls integer not null generated always as (cardinality(ids)) stored,
  -- The form of its entries, see execution_facets; null: those that a control plane of an earlier version did not write were added here.
  entries smallint,
  constraint execution_batches_pkey PRIMARY KEY (sequence),
  constraint execution_batches_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX execution_batches_age ON execution_batches USING btree (recorded_at);
CREATE INDEX execution_batches_newest ON execution_batches USING btree (project_id, last_at DESC, sequence DESC);
CREATE INDEX execution_batches_project ON execution_batches USING btree (project_id, sequence);
alter table execution_batches enable row level security;
alter table execution_batches force row level security;
create policy project_scope on execution_batches using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER execution_batches_complete AFTER INSERT ON execution_batches FOR EACH ROW WHEN (new.entries IS NULL) EXECUTE FUNCTION ferrule_complete_batch();

-- Which calls of a batch have a value that a list is filtered by.
create table execution_facets (
  project_id text not null,
  -- What is filtered by, such as status or functionId; trait: that it is no test, that there is an error, or that the call took at least so many milliseconds.
  facet text not null,
  -- The value.
  term text not null,
  last_at timestamptz(3) not null,
  first_at timestamptz(3) not null,
  -- The batch, see execution_batches.
  sequence bigint not null,
  -- Bit n, from 0, is the batch's n-th call.
  positions bit varying not null,
  constraint execution_facets_pkey PRIMARY KEY (project_id, facet, term, last_at, sequence),
  constraint execution_facets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
alter table execution_facets enable row level security;
alter table execution_facets force row level security;
create policy project_scope on execution_facets using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Calls summed over seconds from bucket_at on, for each Function, for all together, for each endpoint and for each binding. Tests are left out.
create table execution_rollups (
  project_id text not null,
  -- The environment, followed by the words endpoint or binding in rows that sum up one.
  environment text not null,
  -- The length of the bucket: 60 or 900.
  seconds integer not null,
  bucket_at timestamptz(0) not null,
  -- The id of the Function, endpoint or binding. Empty: all Functions together.
  function_id text not null,
  -- The last name of the Function; empty for all others.
  function_name text not null,
  calls integer not null,
  failed integer not null,
  rejected integer not null,
  cancelled integer not null,
  -- The n-th counts the calls whose duration fell into the n-th step of a logarithmic scale.
  durations integer[] not null,
  constraint execution_rollups_pkey PRIMARY KEY (project_id, environment, seconds, bucket_at, function_id),
  constraint execution_rollups_seconds_check CHECK (seconds = ANY (ARRAY[60, 900])),
  constraint execution_rollups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX execution_rollups_age ON execution_rollups USING btree (seconds, bucket_at);
CREATE INDEX execution_rollups_function ON execution_rollups USING btree (project_id, environment, function_id, bucket_at) INCLUDE (calls, failed) WHERE seconds = 900;
alter table execution_rollups enable row level security;
alter table execution_rollups force row level security;
create policy project_scope on execution_rollups using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- One row for each call, in a partition for each day. Without references: a row outlives its Function, endpoint and deployment.
create table executions (
  id text not null,
  project_id text not null,
  request_id text not null,
  environment text not null,
  deployment_id text,
  function_id text,
  function_name text not null,
  -- The code that ran, see bundles.
  function_digest text,
  endpoint_id text,
  binding_id text,
  -- How it was called, such as mcp, http or cron.
  source text not null,
  tenant_id text not null,
  caller jsonb not null,
  status text not null,
  started_at timestamptz(3) not null,
  duration_ms double precision not null,
  -- How long it waited for a free place in its worker.
  queue_ms double precision not null,
  cpu_ms double precision not null,
  cold_start boolean not null,
  error jsonb,
  worker_id text not null,
  -- How long the gateway held the call; null where it came through none.
  gateway_ms double precision,
  -- JSON text of what only the page of one execution shows.
  details text not null,
  -- The name of the preview that it called; null outside previews.
  preview text,
  -- The run of which it is an attempt; null for all others. A row outlives its run.
  run_id text,
  -- The number of the attempt, from 1.
  run_attempt integer,
  -- Whether the attempt ended because the run waits; null outside runs.
  run_suspended boolean,
  -- What an MCP client asked for: tool, resource, prompt or completion; null: the call was of another kind, or its worker did not say.
  mcp_kind text,
  -- The URI that a client read; null: it read none.
  uri text,
  -- The status of the response to a call of an HTTP API; null: the call was of another kind, nobody waited for it, or its worker did not say.
  http_status smallint,
  constraint executions_pkey PRIMARY KEY (id, started_at)
) partition by RANGE (started_at);
CREATE INDEX executions_duration ON ONLY executions USING btree (project_id, duration_ms);
CREATE INDEX executions_request ON ONLY executions USING btree (project_id, request_id);
CREATE INDEX executions_run ON ONLY executions USING btree (project_id, run_id) WHERE run_id IS NOT NULL;
CREATE INDEX executions_time ON ONLY executions USING brin (started_at) WITH (pages_per_range='16', autosummarize='on');
alter table executions enable row level security;
alter table executions force row level security;
create policy project_scope on executions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- How much of each Project's executions has been exported: so many of one batch, and all batches before it.
create table export_positions (
  project_id text not null,
  -- The batch, see execution_batches.
  sequence bigint not null,
  -- How many of its executions have been sent.
  sent integer not null,
  constraint export_positions_pkey PRIMARY KEY (project_id),
  constraint export_positions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
alter table export_positions enable row level security;
alter table export_positions force row level security;
create policy project_scope on export_positions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Where audit events and executions are sent on to, each once and in the order in which they were committed.
create table exports (
  id text not null,
  url text,
  audit_events boolean not null default false,
  executions boolean not null default false,
  paused boolean not null default false,
  -- The header that authorizes. Its value is sealed.
  header_name text not null default 'authorization'::text,
  -- Of the header's value. It is sealed for this version.
  version integer not null default 1,
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  -- The sealed audit events up to this one have been sent.
  audit_sequence bigint not null default 0,
  -- The number of the batch that is sent next.
  next_batch bigint not null default 1,
  -- What is in the next batch, once that is decided: it is sent again as it was.
  batch jsonb,
  -- The replica that sends it, until held_until.
  holder text,
  held_until timestamptz(3),
  sent_audit_events bigint not null default 0,
  sent_executions bigint not null default 0,
  sent_at timestamptz(3),
  -- How often sending has failed since it last succeeded.
  failures integer not null default 0,
  failed_at timestamptz(3),
  failure text,
  retry_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_check CHECK ((key_id IS NULL) = (ciphertext IS NULL) AND (key_id IS NULL) = (wrapped_key IS NULL))
);

-- Failures that are likely one problem, summed up by the hour as they are recorded.
create table failure_rollups (
  project_id text not null,
  -- Where the hour begins.
  bucket_at timestamptz(0) not null,
  environment text not null,
  -- The hash of function_id, code and frame, see ferrule_failure_group.
  id text not null,
  function_id text,
  function_name text not null,
  code text not null,
  -- Where the error was thrown: the first line of its stack that names a place.
  frame text,
  message text not null,
  count integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The newest five executions, the newest first, with a space between.
  sample_ids text not null,
  constraint failure_rollups_pkey PRIMARY KEY (project_id, bucket_at, environment, id),
  constraint failure_rollups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX failure_rollups_age ON failure_rollups USING btree (bucket_at);
CREATE INDEX failure_rollups_group ON failure_rollups USING btree (project_id, environment, id, bucket_at);
alter table failure_rollups enable row level security;
alter table failure_rollups force row level security;
create policy project_scope on failure_rollups using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The migrations that were applied.
create table ferrule_migrations (
  name text not null,
  -- SHA-256 (hex) of the file. A migration that was changed afterwards is refused.
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint ferrule_migrations_pkey PRIMARY KEY (name)
);

-- The build of each Function's last built revision, so that a deployment builds only what has changed since.
create table function_builds (
  project_id text not null,
  function_id text not null,
  revision integer not null,
  -- The version of the worker's builder.
  builder text not null,
  -- SHA-256 (hex) of the Libraries and types that the build depends on.
  context text not null,
  -- The result. Without it the Function is built again.
  key text not null,
  -- The digest of its entry in an artifact.
  part text not null,
  constraint function_builds_pkey PRIMARY KEY (project_id, function_id),
  constraint function_builds_key_fkey FOREIGN KEY (key) REFERENCES build_results(key) ON DELETE CASCADE,
  constraint function_builds_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint function_builds_project_id_function_id_fkey FOREIGN KEY (project_id, function_id) REFERENCES functions(project_id, id) ON DELETE CASCADE,
  constraint function_builds_project_id_part_fkey FOREIGN KEY (project_id, part) REFERENCES artifact_parts(project_id, digest)
);
CREATE INDEX function_builds_key ON function_builds USING btree (key);
CREATE INDEX function_builds_part ON function_builds USING btree (project_id, part);
alter table function_builds enable row level security;
alter table function_builds force row level security;
create policy project_scope on function_builds using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Saved revisions of Functions.
create table function_revisions (
  function_id text not null,
  project_id text not null,
  revision integer not null,
  name text not null,
  description text not null,
  source text not null,
  input_schema json,
  output_schema json,
  timeout_ms integer not null,
  memory_mb integer not null,
  permissions jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by text,
  tests text not null default ''::text,
  run text not null default 'call'::text,
  run_policy jsonb not null default '{"key": null, "rate": null, "onRelease": "stay", "concurrency": null, "deadlineSeconds": 86400}'::jsonb,
  constraint function_revisions_pkey PRIMARY KEY (function_id, revision),
  constraint function_revisions_run CHECK (run = ANY (ARRAY['call'::text, 'durable'::text])),
  constraint function_revisions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint function_revisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint function_revisions_project_id_function_id_fkey FOREIGN KEY (project_id, function_id) REFERENCES functions(project_id, id) ON DELETE CASCADE
);
CREATE INDEX function_revisions_author ON function_revisions USING btree (created_by);
CREATE INDEX function_revisions_function ON function_revisions USING btree (project_id, function_id);
alter table function_revisions enable row level security;
alter table function_revisions force row level security;
create policy project_scope on function_revisions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The drafts of Functions.
create table functions (
  id text not null,
  project_id text not null,
  slug text not null,
  name text not null,
  description text not null default ''::text,
  source text not null,
  -- json, not jsonb: the order of a schema's properties is the author's.
  input_schema json,
  -- json, not jsonb: the order of a schema's properties is the author's.
  output_schema json,
  -- What a build or validation found for this source and these schemas; null until one did.
  derived json,
  timeout_ms integer not null,
  memory_mb integer not null,
  -- The secrets, hosts and other capabilities that it declares.
  permissions jsonb not null,
  -- Package names that the source imports, kept so that a list need not read sources.
  libraries jsonb not null default '[]'::jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- The errors of the last build or validation of the source; null: none, or it was not checked.
  problems json,
  tests text not null default ''::text,
  -- call: a caller waits for the result; durable: it is a run of its own.
  run text not null default 'call'::text,
  -- For a durable Function: { deadlineSeconds, onRelease, key, concurrency, rate }.
  run_policy jsonb not null default '{"key": null, "rate": null, "onRelease": "stay", "concurrency": null, "deadlineSeconds": 86400}'::jsonb,
  constraint functions_pkey PRIMARY KEY (id),
  constraint functions_in_project UNIQUE (project_id, id),
  constraint functions_slug_taken UNIQUE (project_id, slug),
  constraint functions_run CHECK (run = ANY (ARRAY['call'::text, 'durable'::text])),
  constraint functions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX functions_changed ON functions USING btree (project_id, updated_at, id);
CREATE INDEX functions_name ON functions USING btree (project_id, lower(name), id);
alter table functions enable row level security;
alter table functions force row level security;
create policy project_scope on functions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON functions FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();

-- The routes of HTTP endpoints: which Function a method and path run.
create table http_bindings (
  id text not null,
  project_id text not null,
  endpoint_id text not null,
  function_id text not null,
  method text not null,
  path text not null,
  -- The path without its parameters' names: /a/{x} and /a/{y} match the same requests.
  path_shape text not null,
  description text not null default ''::text,
  enabled boolean not null default true,
  -- The HTTP status of a call that succeeds.
  success_status integer not null default 200,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- The body that the route takes.
  body_type text not null default 'json'::text,
  -- The property of the input that holds the body whole; null: its members are merged into the input.
  body_property text,
  -- The scope that an access token needs; null: none in particular.
  scope text,
  -- Whether the route heeds the Idempotency-Key of its callers.
  idempotency text not null default 'off'::text,
  -- Whether a response has an ETag.
  etag boolean not null default false,
  -- How the route accepts a request at once and runs it later; null: its caller waits.
  delivery jsonb,
  -- What becomes of a call whose client leaves before the response; auto: one that only reads is cancelled.
  when_client_leaves text not null default 'auto'::text,
  constraint http_bindings_pkey PRIMARY KEY (id),
  constraint http_bindings_route_taken UNIQUE (endpoint_id, method, path_shape),
  constraint http_bindings_body_type CHECK (body_type = ANY (ARRAY['json'::text, 'form'::text, 'multipart'::text, 'text'::text, 'bytes'::text])),
  constraint http_bindings_idempotency CHECK (idempotency = ANY (ARRAY['off'::text, 'optional'::text, 'required'::text])),
  constraint http_bindings_method_check CHECK (method = ANY (ARRAY['GET'::text, 'POST'::text, 'PUT'::text, 'PATCH'::text, 'DELETE'::text])),
  constraint http_bindings_when_client_leaves CHECK (when_client_leaves = ANY (ARRAY['auto'::text, 'cancel'::text, 'finish'::text])),
  constraint http_bindings_function FOREIGN KEY (project_id, function_id) REFERENCES functions(project_id, id),
  constraint http_bindings_project_id_endpoint_id_fkey FOREIGN KEY (project_id, endpoint_id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE,
  constraint http_bindings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX http_bindings_endpoint ON http_bindings USING btree (project_id, endpoint_id, id);
CREATE INDEX http_bindings_function ON http_bindings USING btree (project_id, function_id);
alter table http_bindings enable row level security;
alter table http_bindings force row level security;
create policy project_scope on http_bindings using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON http_bindings FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();

-- Requests to the API of the control plane that had an Idempotency-Key, with what was sent back.
create table idempotency_keys (
  actor_id text not null,
  operation text not null,
  -- The active Project, or empty for an operation on the installation.
  project_scope text not null,
  key text not null,
  -- Keyed hash of the path and the body.
  request_hash text not null,
  status integer,
  -- JSON as it was sent, but without the value of a key or a secret.
  answer text,
  location text,
  created_at timestamptz(3) not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (actor_id, operation, project_scope, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

-- Calls of routes that had an Idempotency-Key. Logged, and never evicted: the Function must not run again for the same key.
create table idempotent_calls (
  project_id text not null,
  -- SHA-256 of environment, endpoint, route, tenant, caller and key.
  place text collate "C" not null,
  -- SHA-256 of the request.
  request text not null,
  -- The attempt that holds it.
  holder text not null,
  -- running; answered: the result is kept; unkept: the call is over, and its result was not kept.
  state text not null,
  -- While it runs: when its worker is taken for lost. Afterwards: until when its result is given again.
  expires_at timestamptz(3) not null,
  key_id text,
  wrapped_key bytea,
  -- The result, sealed like the value of a secret.
  ciphertext bytea storage external,
  -- The request that it is kept for, so that it goes with that request's execution.
  request_id text not null,
  constraint idempotent_calls_pkey PRIMARY KEY (project_id, place),
  constraint idempotent_calls_answer CHECK ((state = 'answered'::text) = (ciphertext IS NOT NULL) AND (ciphertext IS NULL) = (key_id IS NULL) AND (ciphertext IS NULL) = (wrapped_key IS NULL)),
  constraint idempotent_calls_state_check CHECK (state = ANY (ARRAY['running'::text, 'answered'::text, 'unkept'::text])),
  constraint idempotent_calls_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX idempotent_calls_expiry ON idempotent_calls USING btree (expires_at);
CREATE INDEX idempotent_calls_request ON idempotent_calls USING btree (project_id, request_id) WHERE request_id IS NOT NULL;
alter table idempotent_calls enable row level security;
alter table idempotent_calls force row level security;
create policy project_scope on idempotent_calls using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Providers of the company's sign-in. The client secret or private key is sealed like the value of a secret.
create table identity_providers (
  id text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_auth text not null,
  -- The public half of the key, to be registered at the provider; null where there is a client secret.
  public_jwk jsonb,
  -- Of the sealed value. It is sealed for this version.
  version integer not null default 1,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  scopes jsonb not null,
  ask_consent boolean not null,
  -- Which claims of the provider hold the address, name and groups.
  claims jsonb not null,
  -- Who signs in with it: users of the console, callers, or both.
  use text not null,
  -- Which groups give which roles, as a JSON list.
  roles jsonb not null,
  -- The role of those whose groups give none; null: they may not sign in.
  other_role text,
  -- Addresses of the provider are taken as verified.
  trust_email boolean not null,
  -- A person with the verified address of an account here, and no other sign-in yet, gets that account.
  link_by_email boolean not null,
  -- Domains of addresses that callers may have; empty: all.
  caller_domains jsonb not null,
  status text not null,
  -- settings: the provider comes from the installation's settings and is changed there.
  managed_by text not null default 'console'::text,
  -- How the latest sign-in went. Not part of the revision.
  last_sign_in jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- The provider may consent in place of a person, by an identity assertion (ID-JAG).
  identity_assertions boolean not null default false,
  -- A sign-out at the provider also ends what its callers allowed.
  logout_ends_consents boolean not null default false,
  constraint identity_providers_pkey PRIMARY KEY (id),
  constraint identity_providers_client_taken UNIQUE (issuer, client_id),
  constraint identity_providers_name_taken UNIQUE (name),
  constraint identity_providers_client_auth_check CHECK (client_auth = ANY (ARRAY['client_secret_basic'::text, 'client_secret_post'::text, 'private_key_jwt'::text])),
  constraint identity_providers_managed_by_check CHECK (managed_by = ANY (ARRAY['console'::text, 'settings'::text])),
  constraint identity_providers_other_role_check CHECK (other_role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'operator'::text])),
  constraint identity_providers_status_check CHECK (status = ANY (ARRAY['active'::text, 'disabled'::text])),
  constraint identity_providers_use_check CHECK (use = ANY (ARRAY['console'::text, 'callers'::text, 'both'::text]))
);
CREATE TRIGGER identity_providers_end_grants AFTER DELETE OR UPDATE ON identity_providers FOR EACH ROW EXECUTE FUNCTION ferrule_end_grants_of_provider();
CREATE TRIGGER identity_providers_end_sessions BEFORE DELETE ON identity_providers FOR EACH ROW EXECUTE FUNCTION ferrule_end_sessions_of_provider();
CREATE TRIGGER identity_providers_wait_for_holders BEFORE UPDATE ON identity_providers FOR EACH ROW WHEN (old.revision IS DISTINCT FROM new.revision OR old.status IS DISTINCT FROM new.status OR old.use IS DISTINCT FROM new.use) EXECUTE FUNCTION ferrule_wait_for_holders();

-- Log lines of validations and tests while they run. Those of a build go to deployment_log.
create table job_events (
  job_id text not null,
  sequence bigint not null generated always as identity,
  project_id text not null,
  entry jsonb not null,
  constraint job_events_pkey PRIMARY KEY (job_id, sequence),
  constraint job_events_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint job_events_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX job_events_project ON job_events USING btree (project_id);
alter table job_events enable row level security;
alter table job_events force row level security;
create policy project_scope on job_events using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What workers are asked to do: builds, validations, tests and the like. A lost lease leads from running back to queued.
create table jobs (
  id text not null,
  project_id text not null,
  kind text not null,
  status text not null default 'queued'::text,
  deployment_id text,
  -- What a worker receives with the job.
  payload jsonb not null,
  -- json, which keeps the order of a schema's properties.
  result json,
  failure jsonb,
  attempt integer not null default 0,
  max_attempts integer not null,
  -- If it is still queued by then, it fails because no worker took it.
  claim_by timestamptz not null,
  worker_id text,
  -- Until when worker_id holds it.
  lease_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- The preview that a build is for; null: a deployment.
  preview_id text,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_build_subject CHECK (num_nonnulls(deployment_id, preview_id) =
CASE
    WHEN kind = 'build'::text THEN 1
    ELSE 0
END),
  constraint jobs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])),
  constraint jobs_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id) ON DELETE CASCADE,
  constraint jobs_preview_id_fkey FOREIGN KEY (preview_id) REFERENCES previews(id) ON DELETE CASCADE,
  constraint jobs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX jobs_deployment ON jobs USING btree (deployment_id) WHERE deployment_id IS NOT NULL;
CREATE INDEX jobs_finished ON jobs USING btree (finished_at) WHERE status = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text]);
CREATE INDEX jobs_leased ON jobs USING btree (lease_until) WHERE status = 'running'::text;
CREATE UNIQUE INDEX jobs_one_build ON jobs USING btree (project_id, COALESCE(preview_id, ''::text)) WHERE kind = 'build'::text AND status = 'running'::text;
CREATE INDEX jobs_preview ON jobs USING btree (preview_id) WHERE preview_id IS NOT NULL;
CREATE INDEX jobs_queued ON jobs USING btree (created_at, id) WHERE status = 'queued'::text;
CREATE INDEX jobs_unfinished_builds ON jobs USING btree (project_id, created_at, id) WHERE kind = 'build'::text AND (status = ANY (ARRAY['queued'::text, 'running'::text]));
alter table jobs enable row level security;
alter table jobs force row level security;
create policy project_scope on jobs using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Recurring jobs that one replica does at a time.
create table leases (
  name text not null,
  -- The replica that does it, until expires_at.
  holder text not null,
  expires_at timestamptz(3) not null,
  constraint leases_pkey PRIMARY KEY (name)
);

-- Libraries of a Project: TypeScript of its own, imported as lib/<name>, or an npm package in one exact version.
create table libraries (
  id text not null,
  project_id text not null,
  name text not null,
  kind text not null,
  version text not null,
  -- Null for an npm package.
  source text,
  -- The npm package's name; null for a source.
  package text,
  -- Subresource Integrity of the package's tarball; null until a worker first fetched it.
  integrity text,
  -- The package and everything that comes with it, with their integrities; null until a worker first fetched it.
  lock jsonb,
  -- What a source writes to import it.
  import_name text not null generated always as (
CASE kind
    WHEN 'source'::text THEN 'lib/'::text || name
    ELSE package
END) stored,
  -- Names that it imports itself, kept so that nobody need read sources to know who uses what.
  imports jsonb not null default '[]'::jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint libraries_pkey PRIMARY KEY (id),
  constraint libraries_import_taken UNIQUE (project_id, import_name),
  constraint libraries_name_taken UNIQUE (project_id, name),
  constraint libraries_kind CHECK (kind = 'source'::text AND source IS NOT NULL AND package IS NULL AND integrity IS NULL AND lock IS NULL OR kind = 'npm'::text AND source IS NULL AND package IS NOT NULL),
  constraint libraries_kind_check CHECK (kind = ANY (ARRAY['source'::text, 'npm'::text])),
  constraint libraries_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX libraries_newest ON libraries USING btree (project_id, id DESC);
alter table libraries enable row level security;
alter table libraries force row level security;
create policy project_scope on libraries using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON libraries FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();

-- One row for each sign-in that failed and counts.
create table login_attempts (
  id bigint not null generated always as identity,
  -- An address, or the keyed hash of the account's email.
  subject text not null,
  at timestamptz(3) not null default now(),
  constraint login_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX login_attempts_at ON login_attempts USING btree (at);
CREATE INDEX login_attempts_subject ON login_attempts USING btree (subject, at);

-- Whether agents may work on a Project at /mcp/ferrule. A Project without a row has it off.
create table management_servers (
  project_id text not null,
  enabled boolean not null default false,
  -- Who may confirm what an agent asks for: anyone with the role, or only others than the person whose token the agent has.
  confirmed_by text not null default 'anyone'::text,
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint management_servers_pkey PRIMARY KEY (project_id),
  constraint management_servers_confirmed_by_check CHECK (confirmed_by = ANY (ARRAY['anyone'::text, 'others'::text])),
  constraint management_servers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
alter table management_servers enable row level security;
alter table management_servers force row level security;
create policy project_scope on management_servers using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What MCP endpoints offer: tools, resources and prompts.
create table mcp_bindings (
  id text not null,
  project_id text not null,
  endpoint_id text not null,
  -- The Function behind it; null for a resource or a prompt that the Project keeps.
  function_id text,
  -- The name of the tool, the resource or the prompt.
  tool_name text not null,
  title text,
  description text not null,
  -- The hints of MCP, such as readOnlyHint.
  annotations jsonb not null default '{}'::jsonb,
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- The scope that an access token needs; null: none in particular.
  scope text,
  -- What becomes of a call whose client leaves before the response; auto: one that only reads is cancelled.
  when_client_leaves text not null default 'auto'::text,
  -- tool, resource or prompt.
  kind text not null default 'tool'::text,
  -- Icons that clients may show, as a JSON list.
  icons jsonb not null default '[]'::jsonb,
  -- The URI of a resource, or the URI template of many (RFC 6570).
  uri text,
  -- The uri without the names of its variables: two of one shape match the same URIs.
  uri_shape text,
  -- The media type of a resource; null: not said.
  mime_type text,
  -- The content of a resource that the Project keeps, see bundles.
  content_digest text,
  -- The bytes of that content.
  content_size integer,
  -- The messages of a prompt that the Project keeps, as a JSON list.
  messages jsonb,
  -- The arguments of a prompt or the variables of a URI template, as a JSON list.
  arguments jsonb not null default '[]'::jsonb,
  -- For whom a resource is, user or assistant, as a JSON list.
  audience jsonb not null default '[]'::jsonb,
  -- How important a resource is, from 0 to 1; null: not said.
  priority double precision,
  constraint mcp_bindings_pkey PRIMARY KEY (id),
  constraint mcp_bindings_tool_taken UNIQUE (endpoint_id, kind, tool_name),
  constraint mcp_bindings_uri_taken UNIQUE (endpoint_id, uri_shape) DEFERRABLE,
  constraint mcp_bindings_kind CHECK (kind = ANY (ARRAY['tool'::text, 'resource'::text, 'prompt'::text])),
  constraint mcp_bindings_source CHECK (
CASE kind
    WHEN 'tool'::text THEN function_id IS NOT NULL AND uri IS NULL AND content_digest IS NULL AND messages IS NULL
    WHEN 'resource'::text THEN uri IS NOT NULL AND messages IS NULL AND (function_id IS NULL) = (content_digest IS NOT NULL)
    ELSE uri IS NULL AND content_digest IS NULL AND (function_id IS NULL) = (messages IS NOT NULL)
END),
  constraint mcp_bindings_when_client_leaves CHECK (when_client_leaves = ANY (ARRAY['auto'::text, 'cancel'::text, 'finish'::text])),
  constraint mcp_bindings_function FOREIGN KEY (project_id, function_id) REFERENCES functions(project_id, id),
  constraint mcp_bindings_project_id_endpoint_id_fkey FOREIGN KEY (project_id, endpoint_id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE,
  constraint mcp_bindings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX mcp_bindings_content ON mcp_bindings USING btree (content_digest) WHERE content_digest IS NOT NULL;
CREATE INDEX mcp_bindings_endpoint ON mcp_bindings USING btree (project_id, endpoint_id, id);
CREATE INDEX mcp_bindings_function ON mcp_bindings USING btree (project_id, function_id);
alter table mcp_bindings enable row level security;
alter table mcp_bindings force row level security;
create policy project_scope on mcp_bindings using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON mcp_bindings FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();

-- Questions of Functions to people, while something of them must not happen twice or waits for a worker: a state whose answer was used, or an answer that came to another worker. Minutes old at most.
create table mcp_questions (
  id text not null,
  project_id text not null,
  -- Of a state that was used: who used it. Null for an answer.
  claim text,
  -- Of an answer: the worker whose client waits on its stream.
  worker_id text,
  -- The answer, sealed by a worker; the control plane cannot read it.
  answer text,
  -- When nobody can use it any more, and it is removed.
  expires_at timestamptz not null,
  constraint mcp_questions_pkey PRIMARY KEY (id),
  constraint mcp_questions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX mcp_questions_expires ON mcp_questions USING btree (expires_at);
CREATE INDEX mcp_questions_project ON mcp_questions USING btree (project_id);
CREATE INDEX mcp_questions_worker ON mcp_questions USING btree (worker_id, expires_at) WHERE worker_id IS NOT NULL;
alter table mcp_questions enable row level security;
alter table mcp_questions force row level security;
create policy project_scope on mcp_questions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Client assertions that were taken, so that none is taken twice (RFC 7523, section 3).
create table oauth_assertions (
  sha256 text not null,
  expires_at timestamptz(3) not null,
  constraint oauth_assertions_pkey PRIMARY KEY (sha256)
);
CREATE INDEX oauth_assertions_expiry ON oauth_assertions USING btree (expires_at);

-- Client-ID metadata documents, as they were fetched.
create table oauth_client_documents (
  url text not null,
  -- What is used of the document; null: it could not be fetched, or is not one.
  document jsonb,
  problem text,
  fetched_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint oauth_client_documents_pkey PRIMARY KEY (url)
);
CREATE INDEX oauth_client_documents_expiry ON oauth_client_documents USING btree (expires_at);

-- Clients of the authorization server. A registered one belongs to one endpoint in one environment. A dynamic one registered itself (RFC 7591) and belongs to no Project.
create table oauth_clients (
  id text not null,
  kind text not null,
  project_id text,
  endpoint_id text,
  environment text,
  name text not null,
  redirect_uris jsonb not null default '[]'::jsonb,
  auth_method text not null,
  -- Public keys of a client that authenticates itself (RFC 7523).
  jwks jsonb,
  -- Where a dynamic client's registration came from, for the bound on registrations.
  source text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- The user who registered the client; null: it registered itself, or the user is gone.
  created_by text,
  constraint oauth_clients_pkey PRIMARY KEY (id),
  constraint oauth_clients_auth_method_check CHECK (auth_method = ANY (ARRAY['none'::text, 'private_key_jwt'::text])),
  constraint oauth_clients_check CHECK ((kind = 'registered'::text) = (endpoint_id IS NOT NULL)),
  constraint oauth_clients_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint oauth_clients_kind_check CHECK (kind = ANY (ARRAY['registered'::text, 'dynamic'::text])),
  constraint oauth_clients_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint oauth_clients_project_id_endpoint_id_fkey FOREIGN KEY (project_id, endpoint_id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE,
  constraint oauth_clients_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX oauth_clients_creator ON oauth_clients USING btree (created_by);
CREATE INDEX oauth_clients_endpoint ON oauth_clients USING btree (project_id, endpoint_id, environment);
CREATE INDEX oauth_clients_source ON oauth_clients USING btree (source, created_at) WHERE kind = 'dynamic'::text;
alter table oauth_clients enable row level security;
alter table oauth_clients force row level security;
create policy project_scope on oauth_clients using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER oauth_clients_end_grants AFTER DELETE ON oauth_clients FOR EACH ROW EXECUTE FUNCTION ferrule_end_grants_of_client();

-- Authorization codes, by their SHA-256. A used one stays until it expires, so that its reuse is noticed.
create table oauth_codes (
  sha256 text not null,
  grant_id text not null,
  client_id text not null,
  redirect_uri text not null,
  -- S256 of the client's verifier (RFC 7636).
  code_challenge text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint oauth_codes_pkey PRIMARY KEY (sha256),
  constraint oauth_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE
);
CREATE INDEX oauth_codes_expiry ON oauth_codes USING btree (expires_at);
CREATE INDEX oauth_codes_grant ON oauth_codes USING btree (grant_id);

-- What a person allowed a client, or what a client may do by itself: the family of all its tokens.
create table oauth_grants (
  id text not null,
  project_id text not null,
  -- Null: the consent is for the management MCP server, in one Project.
  endpoint_id text,
  -- Null as endpoint_id is.
  environment text,
  -- The user who allowed it; null: a caller without an account, or the client by itself.
  user_id text,
  client_id text not null,
  client_name text not null,
  -- The URL of the endpoint that its tokens are for (RFC 8707).
  resource text not null,
  scopes jsonb not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  -- The provider of a caller who has no account here.
  caller_provider_id text,
  -- The issuer that knows the caller, as of the consent.
  caller_issuer text,
  -- The caller's id at the issuer.
  caller_subject text,
  caller_email text,
  -- The provider gave the consent in place of the person.
  by_company boolean not null default false,
  -- Somebody here ended it, and the provider's next assertion does not begin it anew.
  blocked_at timestamptz(3),
  constraint oauth_grants_pkey PRIMARY KEY (id),
  constraint oauth_grants_blocked_is_over CHECK (blocked_at IS NULL OR by_company AND revoked_at IS NOT NULL),
  constraint oauth_grants_company_names_caller CHECK (NOT by_company OR caller_subject IS NOT NULL),
  constraint oauth_grants_endpoint_or_agent CHECK ((endpoint_id IS NULL) = (environment IS NULL) AND (endpoint_id IS NOT NULL OR user_id IS NOT NULL)),
  constraint oauth_grants_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint oauth_grants_one_giver CHECK ((caller_subject IS NULL) = (caller_issuer IS NULL) AND (caller_subject IS NULL) = (caller_provider_id IS NULL) AND (user_id IS NULL OR caller_subject IS NULL) AND (caller_email IS NULL OR caller_subject IS NOT NULL)),
  constraint oauth_grants_project_id_endpoint_id_fkey FOREIGN KEY (project_id, endpoint_id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE,
  constraint oauth_grants_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_caller ON oauth_grants USING btree (caller_issuer, caller_subject, id) WHERE caller_subject IS NOT NULL;
CREATE INDEX oauth_grants_caller_provider ON oauth_grants USING btree (caller_provider_id) WHERE caller_provider_id IS NOT NULL;
CREATE INDEX oauth_grants_client ON oauth_grants USING btree (client_id);
CREATE INDEX oauth_grants_endpoint ON oauth_grants USING btree (project_id, endpoint_id, id);
CREATE INDEX oauth_grants_in_force ON oauth_grants USING btree (project_id, endpoint_id, environment, id) WHERE revoked_at IS NULL;
CREATE INDEX oauth_grants_user ON oauth_grants USING btree (user_id, id);
alter table oauth_grants enable row level security;
alter table oauth_grants force row level security;
create policy project_scope on oauth_grants using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE CONSTRAINT TRIGGER oauth_grants_state_changed AFTER UPDATE ON oauth_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.revoked_at IS DISTINCT FROM new.revoked_at) EXECUTE FUNCTION ferrule_state_changed('revocation', 'id');
CREATE CONSTRAINT TRIGGER oauth_grants_state_gone AFTER DELETE ON oauth_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.revoked_at IS NOT NULL) EXECUTE FUNCTION ferrule_state_changed('revocation', 'id');

-- Refresh tokens, by their SHA-256. A used one stays until it expires, so that its reuse is noticed.
create table oauth_refresh_tokens (
  sha256 text not null,
  grant_id text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- What its use returned, sealed under a key that needs the token itself. Kept for half a minute, for those who repeat the request.
  answer text,
  constraint oauth_refresh_tokens_pkey PRIMARY KEY (sha256),
  constraint oauth_refresh_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE
);
CREATE INDEX oauth_refresh_tokens_answers ON oauth_refresh_tokens USING btree (used_at) WHERE answer IS NOT NULL;
CREATE INDEX oauth_refresh_tokens_expiry ON oauth_refresh_tokens USING btree (expires_at);
CREATE INDEX oauth_refresh_tokens_grant ON oauth_refresh_tokens USING btree (grant_id);

-- The keys that sign access tokens. The private half is sealed like the value of a secret.
create table oauth_signing_keys (
  -- Names the key in a token's header.
  kid text not null,
  public_jwk jsonb not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz(3) not null default now(),
  -- From when on it signs: by then every worker knows it.
  signs_from timestamptz(3) not null,
  constraint oauth_signing_keys_pkey PRIMARY KEY (kid)
);
CREATE CONSTRAINT TRIGGER oauth_signing_keys_state_changed AFTER INSERT OR DELETE ON oauth_signing_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_state_changed('signer', 'kid');

-- Links by which a user signs in once, by their SHA-256.
create table one_time_links (
  sha256 text not null,
  user_id text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint one_time_links_pkey PRIMARY KEY (sha256),
  constraint one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_links_user ON one_time_links USING btree (user_id);

-- Functions of which no run goes on.
create table paused_functions (
  project_id text not null,
  function_id text not null,
  environment text not null,
  -- The user who paused it.
  paused_by text not null,
  paused_at timestamptz(3) not null default now(),
  constraint paused_functions_pkey PRIMARY KEY (project_id, function_id, environment),
  constraint paused_functions_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint paused_functions_project_id_function_id_fkey FOREIGN KEY (project_id, function_id) REFERENCES functions(project_id, id) ON DELETE CASCADE
);
alter table paused_functions enable row level security;
alter table paused_functions force row level security;
create policy project_scope on paused_functions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Rules by which pipelines get API tokens: whoever signs their ID tokens, and the claims that these must have.
create table pipeline_rules (
  id text not null,
  project_id text not null,
  name text not null,
  issuer text not null,
  audience text not null,
  -- The value of each claim by its name. * stands for any characters.
  claims jsonb not null,
  -- What a pipeline may do at most.
  role text not null,
  -- How long a token lives.
  lifetime_seconds integer not null,
  -- The user who made the rule. Its pipelines act for this user.
  user_id text not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint pipeline_rules_pkey PRIMARY KEY (id),
  constraint pipeline_rules_name_taken UNIQUE (project_id, name),
  constraint pipeline_rules_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'operator'::text])),
  constraint pipeline_rules_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint pipeline_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX pipeline_rules_user ON pipeline_rules USING btree (user_id);
alter table pipeline_rules enable row level security;
alter table pipeline_rules force row level security;
create policy project_scope on pipeline_rules using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The Functions of each preview's newest source, with their builds.
create table preview_functions (
  preview_id text not null,
  function_id text not null,
  project_id text not null,
  -- What is built: r and the number of a saved revision, or the SHA-256 (hex) of a text that no revision has.
  content text not null,
  -- A text that no revision has.
  source text,
  -- The version of the builder of the worker that built it; null: it is not built.
  builder text,
  -- SHA-256 (hex) of the Libraries and types that the build depends on.
  context text,
  -- The result of the build.
  key text,
  -- The digest of its entry in an artifact.
  part text,
  constraint preview_functions_pkey PRIMARY KEY (preview_id, function_id),
  constraint preview_functions_key_fkey FOREIGN KEY (key) REFERENCES build_results(key) ON DELETE SET NULL,
  constraint preview_functions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint preview_functions_project_id_part_fkey FOREIGN KEY (project_id, part) REFERENCES artifact_parts(project_id, digest),
  constraint preview_functions_project_id_preview_id_fkey FOREIGN KEY (project_id, preview_id) REFERENCES previews(project_id, id) ON DELETE CASCADE
);
CREATE INDEX preview_functions_key ON preview_functions USING btree (key) WHERE key IS NOT NULL;
CREATE INDEX preview_functions_part ON preview_functions USING btree (project_id, part) WHERE part IS NOT NULL;
CREATE INDEX preview_functions_project ON preview_functions USING btree (project_id, preview_id);
alter table preview_functions enable row level security;
alter table preview_functions force row level security;
create policy project_scope on preview_functions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Folders that are served beside Development, at addresses of their own.
create table previews (
  id text not null,
  project_id text not null,
  name text not null,
  -- The user who made the preview. It ends with their right to.
  created_by text not null,
  -- The commit that the source came from: { sha, branch, author, url }.
  commit jsonb,
  -- SHA-256 (hex) of the key that opens the endpoints of the preview.
  key_sha256 text,
  -- The build of the newest source.
  build_id text not null,
  status text not null,
  -- The source as a build gets it, until the build has ended.
  snapshot json,
  -- The endpoints of the newest source, with what a worker has to know of them.
  next_endpoints jsonb not null,
  -- Of the last build: { built, diagnostics, warnings }.
  outcome json,
  -- Why the last build failed.
  error jsonb,
  -- The build that is served; null: none yet.
  served_build_id text,
  -- The artifact that is served.
  digest text,
  -- The endpoints that are served.
  endpoints jsonb not null default '[]'::jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  -- When it ends if nobody serves it again.
  ends_at timestamptz(3) not null,
  constraint previews_pkey PRIMARY KEY (id),
  constraint previews_in_project UNIQUE (project_id, id),
  constraint previews_name_taken UNIQUE (project_id, name),
  constraint previews_served CHECK ((digest IS NULL) = (served_build_id IS NULL)),
  constraint previews_status_check CHECK (status = ANY (ARRAY['building'::text, 'serving'::text, 'failed'::text])),
  constraint previews_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint previews_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX previews_creator ON previews USING btree (created_by);
CREATE INDEX previews_digest ON previews USING btree (digest) WHERE digest IS NOT NULL;
CREATE INDEX previews_ends ON previews USING btree (ends_at);
CREATE INDEX previews_newest ON previews USING btree (project_id, id DESC);
alter table previews enable row level security;
alter table previews force row level security;
create policy project_scope on previews using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE CONSTRAINT TRIGGER previews_state_born AFTER INSERT OR DELETE ON previews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_state_changed('preview', 'id');
CREATE CONSTRAINT TRIGGER previews_state_changed AFTER UPDATE ON previews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.key_sha256 IS DISTINCT FROM new.key_sha256 OR old.served_build_id IS DISTINCT FROM new.served_build_id OR old.digest IS DISTINCT FROM new.digest OR old.endpoints IS DISTINCT FROM new.endpoints) EXECUTE FUNCTION ferrule_state_changed('preview', 'id');

-- What each environment of a Project serves. No row: nothing yet.
create table project_targets (
  project_id text not null,
  environment text not null,
  deployment_id text not null,
  digest text not null,
  -- Production stays at this deployment after a rollback.
  pinned boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  constraint project_targets_pkey PRIMARY KEY (project_id, environment),
  constraint project_targets_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint project_targets_pinned CHECK (NOT pinned OR environment = 'production'::text),
  constraint project_targets_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(id),
  constraint project_targets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX project_targets_deployment ON project_targets USING btree (deployment_id);
alter table project_targets enable row level security;
alter table project_targets force row level security;
create policy project_scope on project_targets using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE CONSTRAINT TRIGGER project_targets_state_born AFTER INSERT OR DELETE ON project_targets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_state_changed('project', 'project_id');
CREATE CONSTRAINT TRIGGER project_targets_state_changed AFTER UPDATE ON project_targets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.deployment_id IS DISTINCT FROM new.deployment_id OR old.digest IS DISTINCT FROM new.digest) EXECUTE FUNCTION ferrule_state_changed('project', 'project_id');

-- Projects. Rows of most other tables belong to one.
create table projects (
  id text not null,
  slug text not null,
  name text not null,
  description text not null default ''::text,
  status text not null default 'active'::text,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- When something of it was last erased. Calls that began later need not be compared with it.
  erased_at timestamptz(3),
  -- The repository and the branch that the Project is managed from: { url, branch }. Only pushes of its source edit it then.
  managed_from jsonb,
  -- Where the tests of the Functions must pass: { development, production }.
  required_tests jsonb not null default '{"production": false, "development": false}'::jsonb,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_slug_taken UNIQUE (slug),
  constraint projects_status_check CHECK (status = ANY (ARRAY['active'::text, 'archived'::text]))
);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON projects FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();
CREATE TRIGGER projects_cache_gone AFTER DELETE ON projects FOR EACH ROW EXECUTE FUNCTION ferrule_project_cache_gone();
CREATE TRIGGER projects_delete_executions AFTER DELETE ON projects FOR EACH ROW EXECUTE FUNCTION ferrule_delete_executions();
CREATE TRIGGER projects_end_previews AFTER UPDATE ON projects FOR EACH ROW WHEN (old.status <> new.status AND new.status = 'archived'::text) EXECUTE FUNCTION ferrule_end_previews();
CREATE TRIGGER projects_let_archives_go AFTER DELETE ON projects FOR EACH ROW EXECUTE FUNCTION ferrule_let_archives_go();
CREATE CONSTRAINT TRIGGER projects_state_born AFTER INSERT OR DELETE ON projects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_state_changed('project', 'id');
CREATE CONSTRAINT TRIGGER projects_state_changed AFTER UPDATE ON projects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.slug IS DISTINCT FROM new.slug) EXECUTE FUNCTION ferrule_state_changed('project', 'id');

-- Responses and logout tokens of providers that were taken, so that none is taken twice.
create table provider_answers (
  sha256 text not null,
  expires_at timestamptz(3) not null,
  constraint provider_answers_pkey PRIMARY KEY (sha256)
);
CREATE INDEX provider_answers_expiry ON provider_answers USING btree (expires_at);

-- Sessions that a provider opened. What is sent back to the provider is encrypted under SESSION_SECRET.
create table provider_sign_ins (
  session_id text not null,
  provider_id text not null,
  -- The user's id at the provider.
  subject text not null,
  -- The session at the provider, where it names one.
  sid text,
  -- The ID token that is sent back at a sign-out, encrypted.
  id_hint text not null,
  -- The refresh token, by which the provider is asked whether the user is still welcome, encrypted; null: it gave none.
  renewal text,
  checked_at timestamptz(3) not null default now(),
  constraint provider_sign_ins_pkey PRIMARY KEY (session_id),
  constraint provider_sign_ins_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint provider_sign_ins_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX provider_sign_ins_checked ON provider_sign_ins USING btree (checked_at) WHERE renewal IS NOT NULL;
CREATE INDEX provider_sign_ins_sid ON provider_sign_ins USING btree (provider_id, sid);
CREATE INDEX provider_sign_ins_subject ON provider_sign_ins USING btree (provider_id, subject);

-- What workers have used or have in hand of a quota in one day or month.
create table quota_uses (
  project_id text not null,
  endpoint_id text not null,
  environment text not null,
  counted_by text not null,
  period text not null,
  -- The first day of the period, in UTC.
  starts_on date not null,
  -- A key's or tenant's id; of a caller the hash of the issuer and of the subject there.
  subject text collate "C" not null,
  -- The subject as a person knows it.
  name text not null,
  used bigint not null,
  constraint quota_uses_pkey PRIMARY KEY (project_id, endpoint_id, environment, counted_by, period, starts_on, subject),
  constraint quota_uses_counted_by_check CHECK (counted_by = ANY (ARRAY['key'::text, 'caller'::text, 'tenant'::text])),
  constraint quota_uses_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint quota_uses_period_check CHECK (period = ANY (ARRAY['day'::text, 'month'::text])),
  constraint quota_uses_project_id_endpoint_id_fkey FOREIGN KEY (project_id, endpoint_id) REFERENCES runtime_endpoints(project_id, id) ON DELETE CASCADE,
  constraint quota_uses_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
) with (fillfactor=80);
CREATE INDEX quota_uses_age ON quota_uses USING btree (starts_on);
alter table quota_uses enable row level security;
alter table quota_uses force row level security;
create policy project_scope on quota_uses using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What is left of limits by the minute. Unlogged: after a crash of the database every limit is whole again. Rows live for minutes.
create unlogged table rate_levels (
  project_id text not null,
  id text collate "C" not null,
  -- Tokens that no worker has, as of the moment at. Below 0, the excess is made up for first.
  level double precision not null,
  at timestamptz not null,
  constraint rate_levels_pkey PRIMARY KEY (project_id, id)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.05);
alter table rate_levels enable row level security;
alter table rate_levels force row level security;
create policy project_scope on rate_levels using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- How far the rewriting of an environment's records by mappings has come.
create table record_migrations (
  collection_id text not null,
  environment text not null,
  project_id text not null,
  -- Records of an older version than this are rewritten to it.
  version integer not null,
  -- The tenant behind which the next batch begins.
  after_tenant text not null default ''::text,
  -- The id behind which the next batch begins.
  after_id text not null default ''::text,
  migrated integer not null default 0,
  -- Records that did not fit in spite of their mapping, and stayed as they were.
  failed integer not null default 0,
  finished_at timestamptz(3),
  constraint record_migrations_pkey PRIMARY KEY (collection_id, environment),
  constraint record_migrations_project_id_collection_id_fkey FOREIGN KEY (project_id, collection_id) REFERENCES data_collections(project_id, id) ON DELETE CASCADE
);
CREATE INDEX record_migrations_project ON record_migrations USING btree (project_id);
alter table record_migrations enable row level security;
alter table record_migrations force row level security;
create policy project_scope on record_migrations using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The records of collections. Row-level security shows a statement those of one collection, environment and tenant.
create table records (
  collection_id text not null,
  environment text not null,
  tenant_id text not null,
  id text not null,
  project_id text not null,
  -- Of the schema that it was written with.
  version integer not null,
  data jsonb not null,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  -- The transaction that wrote it last: says what a check that began earlier has not seen.
  changed_in xid8 not null default pg_current_xact_id(),
  -- The value of the collection's first indexed field, as a text that sorts like it. key_2 to key_8 are those of the others.
  key_1 text collate "C",
  key_2 text collate "C",
  key_3 text collate "C",
  key_4 text collate "C",
  key_5 text collate "C",
  key_6 text collate "C",
  key_7 text collate "C",
  key_8 text collate "C",
  -- SHA-256 of the values of the collection's first unique key; null when one of them is missing or null. unique_2 to unique_4 are those of the others.
  unique_1 text collate "C",
  unique_2 text collate "C",
  unique_3 text collate "C",
  unique_4 text collate "C",
  constraint records_pkey PRIMARY KEY (collection_id, environment, tenant_id, id),
  constraint records_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text]))
) with (fillfactor=90);
CREATE INDEX records_created ON records USING btree (collection_id, environment, tenant_id, created_at, id);
CREATE INDEX records_expiry ON records USING btree (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX records_key_1 ON records USING btree (collection_id, environment, tenant_id, key_1, id) WHERE key_1 IS NOT NULL;
CREATE INDEX records_key_2 ON records USING btree (collection_id, environment, tenant_id, key_2, id) WHERE key_2 IS NOT NULL;
CREATE INDEX records_key_3 ON records USING btree (collection_id, environment, tenant_id, key_3, id) WHERE key_3 IS NOT NULL;
CREATE INDEX records_key_4 ON records USING btree (collection_id, environment, tenant_id, key_4, id) WHERE key_4 IS NOT NULL;
CREATE INDEX records_key_5 ON records USING btree (collection_id, environment, tenant_id, key_5, id) WHERE key_5 IS NOT NULL;
CREATE INDEX records_key_6 ON records USING btree (collection_id, environment, tenant_id, key_6, id) WHERE key_6 IS NOT NULL;
CREATE INDEX records_key_7 ON records USING btree (collection_id, environment, tenant_id, key_7, id) WHERE key_7 IS NOT NULL;
CREATE INDEX records_key_8 ON records USING btree (collection_id, environment, tenant_id, key_8, id) WHERE key_8 IS NOT NULL;
CREATE INDEX records_project ON records USING btree (project_id);
CREATE UNIQUE INDEX records_unique_1 ON records USING btree (collection_id, environment, tenant_id, unique_1) WHERE unique_1 IS NOT NULL;
CREATE UNIQUE INDEX records_unique_2 ON records USING btree (collection_id, environment, tenant_id, unique_2) WHERE unique_2 IS NOT NULL;
CREATE UNIQUE INDEX records_unique_3 ON records USING btree (collection_id, environment, tenant_id, unique_3) WHERE unique_3 IS NOT NULL;
CREATE UNIQUE INDEX records_unique_4 ON records USING btree (collection_id, environment, tenant_id, unique_4) WHERE unique_4 IS NOT NULL;
alter table records enable row level security;
alter table records force row level security;
create policy records_scope on records using (project_id = (( SELECT current_setting('ferrule.project_id'::text, true) AS current_setting)) AND collection_id = (( SELECT current_setting('ferrule.collection_id'::text, true) AS current_setting)) AND environment = (( SELECT current_setting('ferrule.environment'::text, true) AS current_setting)) AND tenant_id = (( SELECT current_setting('ferrule.tenant_id'::text, true) AS current_setting)));
create policy records_upkeep on records to its owner using ((( SELECT current_setting('ferrule.scope'::text, true) AS current_setting)) = 'installation'::text OR (( SELECT current_setting('ferrule.records'::text, true) AS current_setting)) = 'upkeep'::text AND project_id = (( SELECT current_setting('ferrule.project_id'::text, true) AS current_setting)));

-- The latest changes of resources, for workers whose callers listen. Rows are removed after ten minutes, without a word to workers: by then nobody waits for them.
create table resource_changes (
  project_id text not null,
  environment text not null,
  -- The tenant of the call that told it. Only this tenant's callers hear of it.
  tenant_id text not null,
  uri text not null,
  -- Keeps the key short.
  uri_md5 text not null generated always as (md5(uri)) stored,
  -- Its place in the feed, see runtime_feed.
  sequence bigint not null,
  -- When it was last told.
  changed_at timestamptz not null default now(),
  constraint resource_changes_pkey PRIMARY KEY (project_id, environment, tenant_id, uri_md5),
  constraint resource_changes_sequence_key UNIQUE (sequence),
  constraint resource_changes_uri_check CHECK (length(uri) >= 1 AND length(uri) <= 1000),
  constraint resource_changes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX resource_changes_age ON resource_changes USING btree (changed_at);
alter table resource_changes enable row level security;
alter table resource_changes force row level security;
create policy project_scope on resource_changes using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- What a secret's value was before a rotation or its deletion, so that it stays masked for as long as something may show it. Nothing gives it out.
create table retired_secret_values (
  -- Without a reference: the secret may be gone.
  secret_id text not null,
  version integer not null,
  project_id text not null,
  environment text not null,
  name text not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  retired_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint retired_secret_values_pkey PRIMARY KEY (secret_id, version),
  constraint retired_secret_values_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint retired_secret_values_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX retired_secret_values_expiry ON retired_secret_values USING btree (expires_at);
CREATE INDEX retired_secret_values_key ON retired_secret_values USING btree (key_id, secret_id, version);
CREATE INDEX retired_secret_values_place ON retired_secret_values USING btree (project_id, environment, name, retired_at DESC);
alter table retired_secret_values enable row level security;
alter table retired_secret_values force row level security;
create policy project_scope on retired_secret_values using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Events for runs that may wait for them later.
create table run_events (
  id bigint not null generated always as identity,
  project_id text not null,
  environment text not null,
  tenant_id text not null,
  name text not null,
  data jsonb not null,
  -- The data as people see it, masked; null: they see none.
  shown text,
  -- Only this run may take it.
  run_id text,
  sent_at timestamptz(3) not null default now(),
  constraint run_events_pkey PRIMARY KEY (id),
  constraint run_events_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX run_events_named ON run_events USING btree (project_id, environment, tenant_id, name, id);
CREATE INDEX run_events_sent ON run_events USING btree (sent_at);
alter table run_events enable row level security;
alter table run_events force row level security;
create policy project_scope on run_events using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The run that started with a deduplication key last.
create table run_keys (
  project_id text not null,
  environment text not null,
  function_id text not null,
  tenant_id text not null,
  key text not null,
  run_id text not null,
  until timestamptz not null,
  constraint run_keys_pkey PRIMARY KEY (project_id, environment, function_id, tenant_id, key),
  constraint run_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint run_keys_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX run_keys_run ON run_keys USING btree (run_id);
CREATE INDEX run_keys_until ON run_keys USING btree (until);
alter table run_keys enable row level security;
alter table run_keys force row level security;
create policy project_scope on run_keys using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Lanes with blocked runs that may go on at a time: when their rate allows it, or at once after a pause.
create table run_lanes (
  project_id text not null,
  lane text not null,
  wake_at timestamptz(3) not null,
  constraint run_lanes_pkey PRIMARY KEY (project_id, lane),
  constraint run_lanes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX run_lanes_wake ON run_lanes USING btree (wake_at);
alter table run_lanes enable row level security;
alter table run_lanes force row level security;
create policy project_scope on run_lanes using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Sealed inputs, outputs and results of steps over 64 KiB.
create table run_payloads (
  project_id text not null,
  run_id text not null,
  -- input, output, or step: and the key of the step.
  name text not null,
  ciphertext bytea storage external not null,
  constraint run_payloads_pkey PRIMARY KEY (run_id, name),
  constraint run_payloads_project_id_run_id_fkey FOREIGN KEY (project_id, run_id) REFERENCES runs(project_id, id) ON DELETE CASCADE
);
CREATE INDEX run_payloads_project ON run_payloads USING btree (project_id, run_id);
alter table run_payloads enable row level security;
alter table run_payloads force row level security;
create policy project_scope on run_payloads using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- The steps and waits of runs.
create table run_steps (
  project_id text not null,
  run_id text not null,
  -- The step's name; with #2 and so on for the further ones of the same name.
  key text not null,
  kind text not null,
  -- In the order in which the Function declared them.
  "position" integer not null,
  state text not null,
  -- How many times it has run.
  attempts integer not null default 0,
  -- The run's attempt in which it ended, or last ran.
  attempt integer not null,
  -- The sealed result or failure as JSON text. Of a question or an approval that waits: what is asked.
  value bytea storage external,
  chars integer not null default 0,
  -- Whether the value lies in run_payloads.
  apart boolean not null default false,
  shown text,
  -- Masked: { code, message }.
  error jsonb,
  -- When the wait ends by itself, or the step runs again.
  due_at timestamptz(3),
  -- Of a wait for an event: the place of the events that may end it.
  environment text,
  -- Of a wait for an event: the tenant of the events that may end it.
  tenant_id text,
  event text,
  -- What the event's data must contain.
  match jsonb,
  -- The event that ended the wait.
  event_id bigint,
  child_id text,
  approval_id text,
  duration_ms double precision,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint run_steps_pkey PRIMARY KEY (run_id, key),
  constraint run_steps_project_id_run_id_fkey FOREIGN KEY (project_id, run_id) REFERENCES runs(project_id, id) ON DELETE CASCADE
);
CREATE INDEX run_steps_of_child ON run_steps USING btree (child_id) WHERE child_id IS NOT NULL;
CREATE INDEX run_steps_of_event ON run_steps USING btree (project_id, environment, tenant_id, event, run_id) WHERE state = 'waiting'::text AND event IS NOT NULL;
CREATE INDEX run_steps_project ON run_steps USING btree (project_id, run_id);
alter table run_steps enable row level security;
alter table run_steps force row level security;
create policy project_scope on run_steps using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER holds BEFORE INSERT OR UPDATE OF kind, state ON run_steps FOR EACH ROW EXECUTE FUNCTION ferrule_hold_step();

-- Calls and tests that have been running for a while, as their workers last reported them.
create table running_executions (
  id text not null,
  project_id text not null,
  request_id text not null,
  environment text not null,
  function_id text,
  function_name text not null,
  endpoint_id text,
  -- How it was called, such as mcp, http or cron.
  source text not null,
  tenant_id text not null,
  started_at timestamptz(3) not null,
  worker_id text not null,
  seen_at timestamptz(3) not null default now(),
  -- Somebody wants it ended. Its worker is told with the response to its next report.
  cancelled_at timestamptz(3),
  -- When somebody last asked for its log. Its worker sends the log as long as somebody asks.
  watched_at timestamptz(3),
  -- The latest lines of its log, masked: { lines, omitted }. Null while nobody watches it.
  log jsonb,
  constraint running_executions_pkey PRIMARY KEY (id),
  constraint running_executions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX running_executions_project ON running_executions USING btree (project_id, started_at DESC);
CREATE INDEX running_executions_worker ON running_executions USING btree (worker_id);
alter table running_executions enable row level security;
alter table running_executions force row level security;
create policy project_scope on running_executions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Work under leases that executes Functions: runs of durable Functions, calls that wait for an approval, cron runs and deliveries.
create table runs (
  id text not null,
  project_id text not null,
  environment text not null,
  function_id text not null,
  -- durable: it has steps; once: a plain Function that waits for an approval, and is tried once; cron: a plain Function on a schedule; delivery: a stored HTTP request that runs through its route.
  mode text not null,
  source text not null,
  endpoint_id text,
  -- The tool, the route or the cron binding; null: it came through none.
  binding_id text,
  -- stay: the deployment that it keeps; move: the one of its latest attempt.
  deployment_id text,
  on_release text not null,
  tenant_id text not null,
  caller jsonb not null,
  request_id text not null,
  -- W3C Trace Context of who started it: { traceparent, tracestate }.
  trace jsonb,
  -- The deduplication key that it was started with. Of a delivery, the sender's own id; null where its content tells it apart.
  key text,
  priority integer not null default 0,
  -- The run that started it.
  parent_id text,
  -- The step of the parent that started it.
  parent_step text,
  -- Whether it goes on when its parent is given up.
  detached boolean not null default false,
  -- The run that it repeats.
  replay_of text,
  -- The runs that share limits: of a Function, its environment and the value of the policy's concurrency; of a cron or a route, all of its runs.
  lane text not null,
  -- How many runs of the lane may be running at once.
  concurrency integer,
  -- How many runs of the Function may begin in rate_seconds.
  rate_limit integer,
  rate_seconds integer,
  -- skipped and missed: a cron run that never began. failed: a delivery is dead. cancelled: a delivery is discarded.
  status text not null,
  -- later: from due_at on; ready: a worker may begin it; blocked: the lane is full, or the Function is paused.
  queue text,
  -- A hash of the tenant: tenants take turns in this order, from a random place on.
  turn integer not null,
  cancelling boolean not null default false,
  -- What it waits for; of several, the one that only somebody else can end. question: an answer of the person behind its MCP client.
  waits_kind text,
  -- The same in a sentence.
  waits_for text,
  -- How many attempts workers were given; a worker runs the same attempt once.
  attempt integer not null default 0,
  -- How many attempts in a row were lost with their workers, without a new stored step.
  losses integer not null default 0,
  -- How many attempts in a row were ended by a limit. Of a cron run or a delivery, the attempts that count against its limit; of a delivery, since it came or was delivered again.
  failures integer not null default 0,
  -- When it goes on, or the earliest end of its waits.
  due_at timestamptz(3),
  execution_id text,
  worker_id text,
  lease_until timestamptz,
  -- Why it failed, masked: { code, message, safe, status }. safe: the Function threw it, and its message is for callers; absent: the platform ended the run.
  error jsonb,
  error_code text generated always as (error ->> 'code'::text) stored,
  -- It was given up, and its children must still be.
  orphans boolean not null default false,
  step_count integer not null default 0,
  steps_done integer not null default 0,
  steps_failed integer not null default 0,
  -- The size of the stored results in characters of JSON.
  history_chars integer not null default 0,
  -- The version in the seal's context.
  version integer not null default 1,
  -- The encryption key of its data key; null: a cron run, which has nothing sealed.
  key_id text,
  -- The data key of everything that is sealed for this run.
  wrapped_key bytea,
  -- Sealed; null: it lies in run_payloads, or a cron run takes its binding's. Of a delivery, the request.
  input bytea storage external,
  -- The size of the input in characters of JSON. Of a delivery, the bytes of the request's body.
  input_chars integer not null,
  -- Sealed; null: there is none, or it lies in run_payloads.
  output bytea storage external,
  -- The input as people see it, masked; null: they see none.
  shown_input text,
  shown_output text,
  -- For how long it may take, or is tried; null: a cron run.
  deadline_seconds integer,
  -- When it ends whatever it does. Of a delivery, no attempt begins after this. Of a cron run, the next attempt must have begun by then; null: it is running, or has ended.
  deadline_at timestamptz(3),
  -- When the first attempt began.
  began_at timestamptz(3),
  -- When the latest attempt began.
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- Of a delivery: how many attempts it gets.
  max_attempts integer,
  -- Of a delivery: how long the first retry waits.
  backoff_ms integer,
  -- Of a delivery: the method and the path of the route.
  route text,
  -- When a delivery was last delivered again by hand. Executions of before say nothing of it.
  redelivered_at timestamptz(3),
  -- Of a cron run: the schedule, or a person (manual).
  trigger text,
  -- Of a cron run: the occurrence. However many replicas fire it, it is one row.
  scheduled_for timestamptz(3),
  -- Of a cron run: it was missed and is caught up with. It starts late on purpose.
  catches_up boolean not null default false,
  -- Of a cron run: the user who asked for it.
  requested_by text,
  -- Of a cron run or a delivery: why it is not done, or why its latest attempt failed.
  reason text,
  -- What the client of its task can ask its person: forms, pages, and lists of choices in forms. Null: nothing, or the run is no task of MCP.
  asks jsonb,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_in_project UNIQUE (project_id, id),
  constraint runs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL
) with (fillfactor=85);
CREATE INDEX runs_begun ON runs USING btree (project_id, function_id, environment, began_at DESC) WHERE rate_limit IS NOT NULL AND began_at IS NOT NULL;
CREATE INDEX runs_blocked ON runs USING btree (project_id, lane, priority DESC, due_at, id) WHERE queue = 'blocked'::text;
CREATE INDEX runs_by_mode ON runs USING btree (project_id, environment, mode, status, created_at DESC, id DESC);
CREATE INDEX runs_by_source ON runs USING btree (project_id, environment, source, created_at DESC, id DESC) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_deadline ON runs USING btree (deadline_at) WHERE finished_at IS NULL;
CREATE INDEX runs_deliveries ON runs USING btree (project_id, environment, id DESC) WHERE mode = 'delivery'::text;
CREATE INDEX runs_deliveries_by_status ON runs USING btree (project_id, environment, status, id DESC) WHERE mode = 'delivery'::text;
CREATE INDEX runs_deliveries_dead ON runs USING btree (project_id) WHERE mode = 'delivery'::text AND status = 'failed'::text;
CREATE INDEX runs_deliveries_gone ON runs USING btree (project_id, endpoint_id, environment, finished_at DESC) WHERE mode = 'delivery'::text AND status = 'failed'::text;
CREATE INDEX runs_deliveries_of_endpoint ON runs USING btree (project_id, endpoint_id, id DESC) WHERE mode = 'delivery'::text;
CREATE INDEX runs_deliveries_of_request ON runs USING btree (project_id, request_id) WHERE mode = 'delivery'::text;
CREATE INDEX runs_deliveries_waiting ON runs USING btree (project_id) INCLUDE (input_chars) WHERE mode = 'delivery'::text AND finished_at IS NULL;
CREATE INDEX runs_finished_at ON runs USING btree (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_held ON runs USING btree (worker_id) WHERE status = 'running'::text;
CREATE INDEX runs_in_lane ON runs USING btree (project_id, lane, status) WHERE finished_at IS NULL;
CREATE INDEX runs_late_crons ON runs USING btree (due_at) WHERE mode = 'cron'::text AND status = 'queued'::text;
CREATE INDEX runs_later ON runs USING btree (due_at) WHERE queue = 'later'::text;
CREATE UNIQUE INDEX runs_occurrence ON runs USING btree (binding_id, scheduled_for) WHERE trigger = 'schedule'::text;
CREATE INDEX runs_of_asker ON runs USING btree (project_id, endpoint_id, environment, tenant_id, md5((COALESCE(caller ->> 'id'::text, ''::text) || ' '::text) || COALESCE(caller ->> 'subject'::text, ''::text)), created_at DESC, id DESC) WHERE source = 'mcp'::text;
CREATE INDEX runs_of_binding ON runs USING btree (project_id, binding_id, created_at DESC, id DESC) WHERE mode = 'cron'::text;
CREATE INDEX runs_of_cron ON runs USING btree (project_id, binding_id, scheduled_for DESC, id DESC) WHERE mode = 'cron'::text;
CREATE INDEX runs_of_deployment ON runs USING btree (project_id, deployment_id, environment, status, created_at DESC, id DESC) WHERE deployment_id IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX runs_of_error ON runs USING btree (project_id, environment, error_code, created_at DESC, id DESC) WHERE error_code IS NOT NULL;
CREATE INDEX runs_of_function ON runs USING btree (project_id, function_id, environment, status, created_at DESC, id DESC) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_of_key ON runs USING btree (project_id, key, created_at DESC, id DESC) WHERE key IS NOT NULL;
CREATE INDEX runs_of_parent ON runs USING btree (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX runs_of_tenant ON runs USING btree (project_id, tenant_id, environment, status, created_at DESC, id DESC);
CREATE INDEX runs_orphans ON runs USING btree (finished_at) WHERE orphans;
CREATE INDEX runs_ready ON runs USING btree (mode, project_id, turn, priority DESC, due_at, id) WHERE queue = 'ready'::text;
CREATE INDEX runs_requester ON runs USING btree (requested_by) WHERE requested_by IS NOT NULL;
CREATE INDEX runs_sealed_by ON runs USING btree (key_id, id, version);
alter table runs enable row level security;
alter table runs force row level security;
create policy project_scope on runs using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER holds BEFORE INSERT OR UPDATE OF environment, source, on_release, trigger, waits_kind, status, queue, finished_at, mode, key_id, wrapped_key, input, binding_id, scheduled_for, deadline_seconds, deadline_at, endpoint_id, route, max_attempts, backoff_ms, shown_input ON runs FOR EACH ROW EXECUTE FUNCTION ferrule_hold_run();

-- The MCP endpoints and HTTP APIs of Projects.
create table runtime_endpoints (
  id text not null,
  project_id text not null,
  kind text not null,
  slug text not null,
  name text not null,
  description text not null default ''::text,
  -- What an MCP server tells its clients about itself.
  instructions text not null default ''::text,
  status text not null default 'active'::text,
  requests_per_minute integer not null default 600,
  max_body_bytes integer not null default 1048576,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  -- What becomes of an argument that a tool of an MCP endpoint does not know.
  unknown_arguments text not null default 'refuse'::text,
  constraint runtime_endpoints_pkey PRIMARY KEY (id),
  constraint runtime_endpoints_in_project UNIQUE (project_id, id),
  constraint runtime_endpoints_slug_taken UNIQUE (project_id, slug),
  constraint runtime_endpoints_kind_check CHECK (kind = ANY (ARRAY['mcp'::text, 'http'::text])),
  constraint runtime_endpoints_status_check CHECK (status = ANY (ARRAY['active'::text, 'disabled'::text])),
  constraint runtime_endpoints_unknown_arguments CHECK (unknown_arguments = ANY (ARRAY['refuse'::text, 'ignore'::text])),
  constraint runtime_endpoints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX runtime_endpoints_name ON runtime_endpoints USING btree (project_id, lower(name), id);
alter table runtime_endpoints enable row level security;
alter table runtime_endpoints force row level security;
create policy project_scope on runtime_endpoints using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON runtime_endpoints FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();
CREATE TRIGGER removes_deliveries AFTER DELETE ON runtime_endpoints FOR EACH ROW EXECUTE FUNCTION ferrule_remove_deliveries();
CREATE CONSTRAINT TRIGGER runtime_endpoints_state_born AFTER INSERT OR DELETE ON runtime_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_state_changed('endpoint', 'id');
CREATE CONSTRAINT TRIGGER runtime_endpoints_state_changed AFTER UPDATE ON runtime_endpoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.slug IS DISTINCT FROM new.slug OR old.status IS DISTINCT FROM new.status OR old.requests_per_minute IS DISTINCT FROM new.requests_per_minute OR old.max_body_bytes IS DISTINCT FROM new.max_body_bytes) EXECUTE FUNCTION ferrule_state_changed('endpoint', 'id');

-- The feed of changes for workers. One row, which is locked until the commit, so that sequences are given out in the order of commits.
create table runtime_feed (
  -- Always true, so that there is one row.
  only_row boolean not null default true,
  -- Identifies the database.
  epoch text not null default gen_random_uuid()::text,
  -- The last one given out.
  sequence bigint not null default 0,
  -- Up to which sequence removed keys are forgotten. Whoever has read less starts again from the beginning.
  forgotten_through bigint not null default 0,
  constraint runtime_feed_pkey PRIMARY KEY (only_row),
  constraint runtime_feed_only_row_check CHECK (only_row)
);

-- What workers must know: the latest state of each key, under the sequence of its last change. Only triggers write it.
create table runtime_states (
  key text not null,
  sequence bigint not null,
  -- Null: the key was removed, which workers must hear of.
  state jsonb,
  -- When workers were last told of the key.
  changed_at timestamptz not null default now(),
  constraint runtime_states_pkey PRIMARY KEY (key),
  constraint runtime_states_sequence_key UNIQUE (sequence)
);
CREATE INDEX runtime_states_gone ON runtime_states USING btree (changed_at) WHERE state IS NULL;
CREATE TRIGGER runtime_states_told BEFORE UPDATE OF sequence ON runtime_states FOR EACH ROW EXECUTE FUNCTION ferrule_state_told();

-- Tokens of SCIM clients. Only the SHA-256 of a value is kept.
create table scim_tokens (
  id text not null,
  provider_id text not null,
  name text not null,
  -- The beginning of the value, by which a person knows it.
  prefix text not null,
  -- SHA-256 (hex) of the value.
  sha256 text not null,
  -- SHA-256 (hex) of the value before the last rotation, valid until previous_until.
  previous_sha256 text,
  -- Until when the value before the last rotation is taken.
  previous_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  constraint scim_tokens_pkey PRIMARY KEY (id),
  constraint scim_tokens_previous_sha256_key UNIQUE (previous_sha256),
  constraint scim_tokens_sha256_key UNIQUE (sha256),
  constraint scim_tokens_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
);
CREATE INDEX scim_tokens_provider ON scim_tokens USING btree (provider_id);

-- The versions of secrets. Only the newest has its value. What a rotation replaced is gone.
create table secret_versions (
  secret_id text not null,
  version integer not null,
  project_id text not null,
  -- The first 8 characters of a keyed hash of the secret and its value: it recognizes an equal value of the same secret.
  fingerprint text not null,
  -- Null in every replaced version, as are wrapped_key and ciphertext.
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3),
  constraint secret_versions_pkey PRIMARY KEY (secret_id, version),
  constraint secret_versions_sealed CHECK (replaced_at IS NULL AND key_id IS NOT NULL AND wrapped_key IS NOT NULL AND ciphertext IS NOT NULL OR replaced_at IS NOT NULL AND key_id IS NULL AND wrapped_key IS NULL AND ciphertext IS NULL),
  constraint secret_versions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint secret_versions_secret_id_fkey FOREIGN KEY (secret_id) REFERENCES secrets(id) ON DELETE CASCADE
);
CREATE INDEX secret_versions_key ON secret_versions USING btree (key_id, secret_id, version) WHERE key_id IS NOT NULL;
CREATE INDEX secret_versions_project ON secret_versions USING btree (project_id);
alter table secret_versions enable row level security;
alter table secret_versions force row level security;
create policy project_scope on secret_versions using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Secrets by environment. Their values are sealed in secret_versions: nothing opens them without ENCRYPTION_KEYS, which the database never sees.
create table secrets (
  id text not null,
  project_id text not null,
  environment text not null,
  name text not null,
  -- The newest version.
  version integer not null default 1,
  -- The first 8 characters of a keyed hash of the secret and its value: it recognizes an equal value of the same secret.
  fingerprint text not null,
  rotated_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint secrets_pkey PRIMARY KEY (id),
  constraint secrets_name_taken UNIQUE (project_id, environment, name),
  constraint secrets_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint secrets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX secrets_newest ON secrets USING btree (project_id, id DESC);
alter table secrets enable row level security;
alter table secrets force row level security;
create policy project_scope on secrets using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);
CREATE CONSTRAINT TRIGGER secrets_state_born AFTER INSERT OR DELETE ON secrets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_secret_changed();
CREATE CONSTRAINT TRIGGER secrets_state_changed AFTER UPDATE ON secrets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version) EXECUTE FUNCTION ferrule_secret_changed();

-- Sessions of the console.
create table sessions (
  id text not null,
  user_id text not null,
  -- The active Project.
  project_id text,
  -- The CSRF token is a keyed hash of this. A new one takes the old token out of use.
  csrf_salt text not null,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Whoever signed in by a one-time link need not change the password in that session.
  signed_in_by text not null default 'password'::text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_signed_in_by_check CHECK (signed_in_by = ANY (ARRAY['password'::text, 'link'::text, 'provider'::text])),
  constraint sessions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_project ON sessions USING btree (project_id);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION ferrule_sign_in_changed();
CREATE TRIGGER sessions_moved AFTER UPDATE OF project_id ON sessions FOR EACH ROW WHEN (old.project_id IS DISTINCT FROM new.project_id) EXECUTE FUNCTION ferrule_sign_in_changed();

-- Who may sign in with a password. One row.
create table sign_in_policy (
  -- Always true, so that there is one row.
  only_row boolean not null default true,
  local_sign_in text not null default 'everyone'::text,
  -- The owner who may always sign in with a password, whatever becomes of the providers.
  break_glass_user_id text,
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint sign_in_policy_pkey PRIMARY KEY (only_row),
  constraint sign_in_policy_local_sign_in_check CHECK (local_sign_in = ANY (ARRAY['everyone'::text, 'break-glass'::text])),
  constraint sign_in_policy_only_row_check CHECK (only_row),
  constraint sign_in_policy_break_glass_user_id_fkey FOREIGN KEY (break_glass_user_id) REFERENCES users(id) ON DELETE SET NULL
);

-- Where a user has signed in from: failures of somebody else do not keep them out there.
create table sign_in_sources (
  user_id text not null,
  -- A keyed hash.
  network text not null,
  last_at timestamptz(3) not null default now(),
  constraint sign_in_sources_pkey PRIMARY KEY (user_id, network),
  constraint sign_in_sources_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_sources_last ON sign_in_sources USING btree (last_at);

-- Saved inputs of a Function with what is expected of them.
create table test_cases (
  id text not null,
  project_id text not null,
  function_id text not null,
  name text not null,
  environment text not null,
  -- json, not jsonb: the order of its keys is the author's.
  input json not null,
  -- { status, output? }; null: nothing is expected.
  expect json,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint test_cases_pkey PRIMARY KEY (id),
  constraint test_cases_name_taken UNIQUE (function_id, name),
  constraint test_cases_environment_check CHECK (environment = ANY (ARRAY['development'::text, 'production'::text])),
  constraint test_cases_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint test_cases_project_id_function_id_fkey FOREIGN KEY (project_id, function_id) REFERENCES functions(project_id, id) ON DELETE CASCADE
);
CREATE INDEX test_cases_function ON test_cases USING btree (project_id, function_id, id);
alter table test_cases enable row level security;
alter table test_cases force row level security;
create policy project_scope on test_cases using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Calls by caller, tenant and tool or route, a day each, kept longer than executions.
create table usage_days (
  project_id text not null,
  environment text not null,
  -- In UTC.
  day date not null,
  -- A key's id, or the hash of the issuer and of the subject there; empty: anybody.
  caller_key text not null,
  tenant_id text not null,
  -- Empty: what was called is not a tool or a route, such as one that does not exist.
  binding_id text not null,
  -- The caller as of the latest call.
  caller jsonb not null,
  function_name text not null,
  calls bigint not null,
  failed bigint not null,
  rejected bigint not null,
  duration_ms double precision not null,
  cpu_ms double precision not null,
  -- How many of the calls were the first attempts of runs, of any mode.
  runs bigint not null default 0,
  constraint usage_days_pkey PRIMARY KEY (project_id, environment, day, caller_key, tenant_id, binding_id),
  constraint usage_days_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX usage_days_age ON usage_days USING btree (day);
alter table usage_days enable row level security;
alter table usage_days force row level security;
create policy project_scope on usage_days using (project_id = current_setting('ferrule.project_id'::text, true) OR current_setting('ferrule.scope'::text, true) = 'installation'::text);

-- Who a user is at a provider. Whoever is here signs in as that user, whatever their address is by then.
create table user_identities (
  provider_id text not null,
  -- The user's id at the provider.
  subject text not null,
  user_id text not null,
  -- The account was disabled because the provider said so. It is enabled again when the provider does.
  suspended boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint user_identities_pkey PRIMARY KEY (provider_id, subject),
  constraint user_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE,
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_identities_user ON user_identities USING btree (user_id, provider_id);

-- People with an account.
create table users (
  id text not null,
  -- In lower case.
  email text not null,
  name text not null,
  role text not null,
  status text not null default 'active'::text,
  password_hash text not null,
  -- The user must choose a password before doing anything else.
  must_change_password boolean not null default false,
  last_login_at timestamptz(3),
  -- The Project that was active last, for the next sign-in.
  last_project_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_taken UNIQUE (email),
  constraint users_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'operator'::text])),
  constraint users_status_check CHECK (status = ANY (ARRAY['active'::text, 'disabled'::text])),
  constraint users_last_project_id_fkey FOREIGN KEY (last_project_id) REFERENCES projects(id) ON DELETE SET NULL
);
CREATE INDEX users_last_project ON users USING btree (last_project_id);
CREATE TRIGGER a_keeps_unchanged BEFORE UPDATE ON users FOR EACH ROW WHEN (new.revision IS DISTINCT FROM old.revision) EXECUTE FUNCTION ferrule_keep_unchanged();
CREATE TRIGGER users_changed AFTER UPDATE OF role, status ON users FOR EACH ROW WHEN (old.role <> new.role OR old.status <> new.status) EXECUTE FUNCTION ferrule_sign_in_changed();
CREATE TRIGGER users_end_grants AFTER UPDATE ON users FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status AND new.status = 'disabled'::text) EXECUTE FUNCTION ferrule_end_grants_of_user();
CREATE TRIGGER users_end_previews AFTER UPDATE ON users FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status OR old.role IS DISTINCT FROM new.role) AND (new.status <> 'active'::text OR (new.role <> ALL (ARRAY['owner'::text, 'admin'::text, 'developer'::text])))) EXECUTE FUNCTION ferrule_end_previews();
CREATE TRIGGER users_forget_suspension AFTER UPDATE OF status ON users FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION ferrule_forget_suspension();
CREATE TRIGGER users_wait_for_holders BEFORE UPDATE ON users FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.role IS DISTINCT FROM new.role OR old.password_hash IS DISTINCT FROM new.password_hash) EXECUTE FUNCTION ferrule_wait_for_holders();

-- The workers that have reported, as they last described themselves.
create table workers (
  id text not null,
  version text not null,
  running integer not null,
  -- Calls that wait for a free place.
  waiting integer not null,
  -- Calls that it can run at once.
  capacity integer not null,
  started_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null default now(),
  -- Which feed it follows, see runtime_feed; null: it has not said so yet.
  feed_epoch text,
  -- Up to which sequence of the feed everything is in force on it; null: it has not said so yet.
  feed_sequence bigint,
  -- The latest errors that it logged.
  errors jsonb,
  constraint workers_pkey PRIMARY KEY (id)
);

function audit_chain_advances() returns trigger language plpgsql;
function audit_events_stay() returns trigger language plpgsql;
function ferrule_add_counts(one integer[], other integer[]) returns integer[] language sql immutable;
function ferrule_add_execution_partition(day date) returns boolean language plpgsql security definer set search_path="$user", public;
function ferrule_artifact_items(wanted text, kind text, item text DEFAULT NULL::text) returns SETOF jsonb language sql stable;
function ferrule_caller_key(caller jsonb) returns text language sql immutable;
function ferrule_claim_runs(worker text, lease_ms integer, asked_modes text[], most integer, given text, keys text[], executions text[], at timestamptz, most_projects integer, most_tenants integer, most_chars integer) returns TABLE(id text, "isFresh" boolean, steps integer, slowly boolean) language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off set jit=off;
function ferrule_complete_batch() returns trigger language plpgsql;
function ferrule_connection_changed() returns trigger language plpgsql set search_path="$user", public;
function ferrule_connection_state(wanted text) returns jsonb language sql stable;
function ferrule_delete_executions() returns trigger language plpgsql security definer set search_path="$user", public;
function ferrule_drop_empty_execution_partition(day date) returns boolean language plpgsql security definer set search_path="$user", public;
function ferrule_drop_execution_partitions(day date) returns SETOF text language plpgsql security definer set search_path="$user", public;
function ferrule_drop_records() returns trigger language plpgsql;
function ferrule_end_grants_of_client() returns trigger language plpgsql set search_path="$user", public;
function ferrule_end_grants_of_policy() returns trigger language plpgsql set search_path="$user", public;
function ferrule_end_grants_of_provider() returns trigger language plpgsql set search_path="$user", public;
function ferrule_end_grants_of_user() returns trigger language plpgsql set search_path="$user", public;
function ferrule_end_previews() returns trigger language plpgsql set search_path="$user", public;
function ferrule_end_run(ended text, worker text, tried integer, sealed bytea, shown text) returns TABLE(mode text) language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off;
function ferrule_end_sessions_of_provider() returns trigger language plpgsql set search_path="$user", public;
function ferrule_endpoint_state(wanted text) returns jsonb language sql stable;
function ferrule_failure_frame(stack text) returns text language sql immutable;
function ferrule_failure_group(function_id text, code text, frame text) returns text language sql immutable;
function ferrule_forget_suspension() returns trigger language plpgsql set search_path="$user", public;
function ferrule_granted_collection(project text, place text, wanted text, caller text, through text) returns TABLE(id text, name text, indexes jsonb, unique_keys jsonb, ttl_seconds integer, active_version integer, may_read boolean, may_write boolean) language plpgsql stable set plan_cache_mode=force_generic_plan set enable_seqscan=off;
function ferrule_group_renamed() returns trigger language plpgsql set search_path="$user", public;
function ferrule_hold_run() returns trigger language plpgsql;
function ferrule_hold_step() returns trigger language plpgsql;
function ferrule_index_batch(batch execution_batches) returns void language sql;
function ferrule_keep_step(project text, run text, execution text, step text, place integer, tries integer, step_state text, sealed bytea, size integer, is_apart boolean, visible text, failure text, took double precision, most_steps integer, most_chars integer) returns TABLE(outcome text) language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off;
function ferrule_keep_unchanged() returns trigger language plpgsql;
function ferrule_key_state(wanted text) returns jsonb language sql stable;
function ferrule_let_archives_go() returns trigger language plpgsql security definer set search_path="$user", public;
function ferrule_limits_state(addresses jsonb, limits jsonb) returns jsonb language sql immutable;
function ferrule_lock_records(collection_id text, alone boolean) returns void language plpgsql;
function ferrule_members_changed() returns trigger language plpgsql set search_path="$user", public;
function ferrule_mode_state(caller jsonb) returns jsonb language sql immutable;
function ferrule_next_version_of_people(people text[]) returns void language sql set search_path="$user", public;
function ferrule_policy_state(caller jsonb, permissions jsonb, origins jsonb, addresses jsonb, limits jsonb, approvals jsonb) returns jsonb language sql immutable;
function ferrule_preview_state(wanted text) returns jsonb language sql stable;
function ferrule_project_cache_gone() returns trigger language plpgsql set search_path="$user", public;
function ferrule_project_state(wanted text) returns jsonb language sql stable;
function ferrule_protect(table_name text) returns void language plpgsql;
function ferrule_publish_state(changed_kind text, changed_id text) returns void language plpgsql set search_path="$user", public;
function ferrule_read_cache(project text, environments text[], tenants text[], keys text[]) returns TABLE(value text) language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off;
function ferrule_read_record(project text, place text, tenant text, caller text, through text, collection text, record_id text, records_role text) returns TABLE("collectionId" text, "activeVersion" integer, id text, version integer, data jsonb, revision integer, "createdAt" timestamptz, "updatedAt" timestamptz, "expiresAt" timestamptz) language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off;
function ferrule_ready_runs(asked_modes text[], most integer, keys text[], most_projects integer, most_tenants integer) returns TABLE(id text, nth integer) language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off set jit=off;
function ferrule_remove_deliveries() returns trigger language plpgsql;
function ferrule_remove_runs_of_cron() returns trigger language plpgsql;
function ferrule_revocation_state(wanted text) returns jsonb language sql stable;
function ferrule_rfc3339(at timestamptz) returns text language sql stable;
function ferrule_secret_changed() returns trigger language plpgsql set search_path="$user", public;
function ferrule_secret_state(wanted text) returns jsonb language sql stable;
function ferrule_sign_in_changed() returns trigger language plpgsql set search_path="$user", public;
function ferrule_signer_state(wanted text) returns jsonb language sql stable;
function ferrule_sort_key(value jsonb) returns text language sql immutable parallel safe;
function ferrule_start_runs(project text, given text, at timestamptz, room integer, most_in_lane integer) returns TABLE(asked text, holder text, outcome text, approval text) language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off;
function ferrule_state_changed() returns trigger language plpgsql set search_path="$user", public;
function ferrule_state_told() returns trigger language plpgsql;
function ferrule_summarize_execution_times() returns void language plpgsql security definer set search_path="$user", public set lock_timeout=100ms;
function ferrule_unique_key(data jsonb, paths jsonb) returns text language sql immutable parallel safe;
function ferrule_used_libraries(of_project text, names jsonb) returns json language sql stable;
function ferrule_wait_for_holders() returns trigger language plpgsql set search_path="$user", public;
function ferrule_write_cache(project text, environments text[], tenants text[], keys text[], contents text[], functions text[], ttls integer[]) returns void language plpgsql set plan_cache_mode=force_generic_plan set enable_seqscan=off;
