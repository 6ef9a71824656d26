-- What a person confirms, in full.
alter table confirmations add column detail jsonb;
comment on column confirmations.detail is 'What the sentences of effects only count or name: what a deployment changes, or the fields of a policy before and after. Null: the sentences say everything.';

-- Agents whose people sign in by OAuth: a consent for the management MCP server, instead of one for an endpoint.

alter table oauth_grants alter column endpoint_id drop not null, alter column environment drop not null;
alter table oauth_grants add constraint oauth_grants_endpoint_or_agent
  check ((endpoint_id is null) = (environment is null) and (endpoint_id is not null or user_id is not null));
comment on column oauth_grants.endpoint_id is 'Null: the consent is for the management MCP server, in one Project.';
comment on column oauth_grants.environment is 'Null as endpoint_id is.';

alter table api_tokens add column oauth_grant_id text references oauth_grants (id) on delete cascade;
create unique index api_tokens_oauth_grant on api_tokens (oauth_grant_id) where oauth_grant_id is not null;
comment on column api_tokens.oauth_grant_id is 'The consent that an agent acts by. Nobody knows the value of such a token: the agent has access tokens of the consent. Null: a token with a value.';
