-- How far the audit is sealed: the sequence and hash of its newest sealed event, kept apart from the events, so that
-- a missing end shows as well. One row; its lock is what makes sealing one replica's work at a time.
create table audit_chain (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null default 0,
  hash text not null default repeat('0', 64),
  sealed_at timestamptz(3) not null default now()
);
insert into audit_chain default values;

create function audit_chain_advances() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.sequence > old.sequence then return new; end if;
  raise exception 'the audit chain only advances';
end
$$;
create trigger audit_chain_advances before update or delete on audit_chain
  for each row execute function audit_chain_advances();
create trigger audit_chain_stays_whole before truncate on audit_chain
  for each statement execute function audit_chain_advances();

-- What is to be sealed, which is little, among all that is.
create index audit_events_unsealed on audit_events (sequence) where hash is null;
