-- The encryption keys that this installation seals under, by their ids: those that every control plane needs. An id tells nothing of
-- its key. Empty until the first control plane of this version has started.
create table encryption_keys (
  key_id text primary key,
  adopted_at timestamptz(3) not null default now()
);
