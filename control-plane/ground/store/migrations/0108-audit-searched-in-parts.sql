-- The audit log stays quick when it is long.

-- A sub-select is evaluated once. As a condition of its own, PostgreSQL took it to hide all but one row in 200, and so sorted
-- the whole table for a page.
alter policy audit_read on audit_events using ((select current_setting('ferrule.scope', true) = 'installation'));

-- A filter by time becomes one by sequence.
create index audit_events_at on audit_events (at, sequence);
-- What a token did: `audit_events_actor` has what people did, also with their tokens.
create index audit_events_token on audit_events (actor_id, sequence) where actor_id is distinct from actor_user_id;
