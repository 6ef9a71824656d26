-- Rules by which pipelines exchange an ID token of their forge for a short API token.

create table pipeline_rules (
  id text primary key,
  project_id text not null references projects(id) on delete cascade,
  name text not null,
  issuer text not null,
  audience text not null,
  claims jsonb not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'operator')),
  lifetime_seconds integer not null,
  user_id text not null references users(id) on delete cascade,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint pipeline_rules_name_taken unique (project_id, name)
);
create index pipeline_rules_user on pipeline_rules (user_id);
select ferrule_protect('pipeline_rules');

alter table api_tokens add column pipeline_rule_id text references pipeline_rules(id) on delete cascade;
create index api_tokens_pipeline_rule on api_tokens (pipeline_rule_id) where pipeline_rule_id is not null;

comment on table pipeline_rules is 'Rules by which pipelines get API tokens: whoever signs their ID tokens, and the claims that these must have.';
comment on column pipeline_rules.claims is 'The value of each claim by its name. * stands for any characters.';
comment on column pipeline_rules.role is 'What a pipeline may do at most.';
comment on column pipeline_rules.lifetime_seconds is 'How long a token lives.';
comment on column pipeline_rules.user_id is 'The user who made the rule. Its pipelines act for this user.';
comment on column api_tokens.pipeline_rule_id is 'The rule that gave the token to a pipeline; null: the user made it.';
