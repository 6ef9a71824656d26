-- Whoever signed in by a one-time link did not use the password, and need not change it in that session.
alter table sessions add column signed_in_by text not null default 'password' check (signed_in_by in ('password', 'link'));
