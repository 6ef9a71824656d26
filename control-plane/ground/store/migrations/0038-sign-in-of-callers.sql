-- The authorization server: clients, what people allowed them, and the keys that sign access tokens.

-- The private half is sealed like a secret's value. A key signs from signs_from on, when every worker knows it.
create table oauth_signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz(3) not null default now(),
  signs_from timestamptz(3) not null
);

-- A registered client belongs to one endpoint in one environment. A dynamic one registered itself (RFC 7591) and belongs to no Project.
create table oauth_clients (
  id text primary key,
  kind text not null check (kind in ('registered', 'dynamic')),
  project_id text references projects (id) on delete cascade,
  endpoint_id text,
  environment text check (environment in ('development', 'production')),
  name text not null,
  redirect_uris jsonb not null default '[]',
  auth_method text not null check (auth_method in ('none', 'private_key_jwt')),
  -- Public keys of a client that authenticates itself (RFC 7523).
  jwks jsonb,
  -- Of whom a dynamic client's registration came, for the bound on registrations.
  source text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  check ((kind = 'registered') = (endpoint_id is not null)),
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade
);
create index oauth_clients_endpoint on oauth_clients (project_id, endpoint_id, environment);
create index oauth_clients_source on oauth_clients (source, created_at) where kind = 'dynamic';
select ferrule_protect('oauth_clients');

-- Client-ID metadata documents, as they were fetched. A null document could not be fetched or is not one.
create table oauth_client_documents (
  url text primary key,
  document jsonb,
  problem text,
  fetched_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index oauth_client_documents_expiry on oauth_client_documents (expires_at);

-- What a person allowed a client, or what a client may do by itself (no user): the family of all its tokens.
create table oauth_grants (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  endpoint_id text not null,
  environment text not null check (environment in ('development', 'production')),
  user_id text references users (id) on delete cascade,
  client_id text not null,
  client_name text not null,
  resource text not null,
  scopes jsonb not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  foreign key (project_id, endpoint_id) references runtime_endpoints (project_id, id) on delete cascade
);
create index oauth_grants_endpoint on oauth_grants (project_id, endpoint_id, id);
create index oauth_grants_user on oauth_grants (user_id, id);
create index oauth_grants_client on oauth_grants (client_id);
select ferrule_protect('oauth_grants');

create table oauth_codes (
  sha256 text primary key,
  grant_id text not null references oauth_grants (id) on delete cascade,
  client_id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index oauth_codes_grant on oauth_codes (grant_id);
create index oauth_codes_expiry on oauth_codes (expires_at);

-- A used one stays until it expires, so that its reuse is noticed.
create table oauth_refresh_tokens (
  sha256 text primary key,
  grant_id text not null references oauth_grants (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);
create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (expires_at);

-- Client assertions that were taken, so that none is taken twice (RFC 7523, section 3).
create table oauth_assertions (
  sha256 text primary key,
  expires_at timestamptz(3) not null
);
create index oauth_assertions_expiry on oauth_assertions (expires_at);

-- Whoever is disabled has allowed nothing any more, whatever statement disables them.
create function ferrule_end_grants_of_user() returns trigger language plpgsql set search_path from current as $$
declare
  scope text := current_setting('ferrule.scope', true);
begin
  perform set_config('ferrule.scope', 'installation', true);
  update oauth_grants set revoked_at = now() where user_id = new.id and revoked_at is null;
  perform set_config('ferrule.scope', coalesce(scope, ''), true);
  return null;
end $$;
create trigger users_end_grants after update on users for each row
  when (old.status is distinct from new.status and new.status = 'disabled') execute function ferrule_end_grants_of_user();

-- What workers hear: the public keys, and which grants are revoked for as long as one of their tokens could live.
create function ferrule_signer_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'signer', 'id', k.kid, 'jwk', k.public_jwk) from oauth_signing_keys k where k.kid = wanted
$$;
create function ferrule_revocation_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'revocation', 'id', g.id) from oauth_grants g where g.id = wanted and g.revoked_at is not null
$$;
create constraint trigger oauth_signing_keys_state_changed after insert or delete on oauth_signing_keys
  deferrable initially deferred for each row execute function ferrule_state_changed('signer', 'kid');
create constraint trigger oauth_grants_state_changed after update on oauth_grants
  deferrable initially deferred for each row
  when (old.revoked_at is distinct from new.revoked_at) execute function ferrule_state_changed('revocation', 'id');
create constraint trigger oauth_grants_state_gone after delete on oauth_grants
  deferrable initially deferred for each row
  when (old.revoked_at is not null) execute function ferrule_state_changed('revocation', 'id');

-- As before, with what a policy says of access tokens.
create or replace function ferrule_endpoint_state(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', 'endpoint', 'id', e.id, 'projectId', e.project_id, 'slug', e.slug, 'endpointKind', e.kind,
    'status', e.status,
    'limits', jsonb_build_object('requestsPerMinute', e.requests_per_minute, 'maxBodyBytes', e.max_body_bytes),
    'policies', (
      select jsonb_object_agg(environment, coalesce(
        (select jsonb_build_object('callerMode', a.caller ->> 'mode', 'permissions', a.permissions,
           'allowedOrigins', a.allowed_origins)
           || case when a.caller ->> 'mode' = 'oauth' then jsonb_build_object('oauth', jsonb_build_object(
             'keys', a.caller -> 'oauth' -> 'keys', 'scopes', (
               select coalesce(jsonb_agg(jsonb_build_object('name', s -> 'name', 'targets', s -> 'targets')), '[]')
               from jsonb_array_elements(a.caller -> 'oauth' -> 'scopes') s))) else '{}' end
         from auth_policies a where a.endpoint_id = e.id and a.environment = environments.environment),
        '{"callerMode":"api-key","allowedOrigins":[],
          "permissions":{"secrets":[],"hosts":[],"collections":[],"cache":false}}'))
      from (values ('development'), ('production')) as environments (environment)))
  from runtime_endpoints e where e.id = wanted
$$;
