-- What builds have made, so that no worker builds again what another one has built, and what nothing refers to can go.

-- A valid Function's build by all that it depends on. Of no Project: equal sources have equal results.
create table build_results (
  key text primary key,
  bundle_digest text not null references bundles (digest) on delete cascade,
  -- json, so that a schema's properties stay in their order.
  diagnostics json not null,
  derived json not null,
  last_used_at timestamptz not null default now()
);
create index build_results_used on build_results (last_used_at);
create index build_results_bundle on build_results (bundle_digest);

alter table bundles add column last_used_at timestamptz not null default now();
create index bundles_used on bundles (last_used_at);

alter table artifacts add column bundle_digests text[] not null default '{}',
  add column last_used_at timestamptz not null default now();
select set_config('ferrule.scope', 'installation', true);
update artifacts set bundle_digests = array(
  select distinct f ->> 'bundleDigest' from jsonb_array_elements(manifest::jsonb -> 'functions') as f);
select set_config('ferrule.scope', '', true);
create index artifacts_bundles on artifacts using gin (bundle_digests);
create index deployments_digest on deployments (digest) where digest is not null;

-- When a key of the feed was last told of, and up to which sequence keys that are gone have been forgotten: who has read
-- less than that may have missed one, and starts again from the beginning.
alter table runtime_states add column changed_at timestamptz not null default now();
create index runtime_states_gone on runtime_states (changed_at) where state is null;
alter table runtime_feed add column forgotten_through bigint not null default 0;

create function ferrule_state_told() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger runtime_states_told before update of sequence on runtime_states
  for each row execute function ferrule_state_told();
