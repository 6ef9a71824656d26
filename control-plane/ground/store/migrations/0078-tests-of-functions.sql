-- The text of a Function's tests is part of its draft and of each revision.

alter table functions add column tests text not null default '';
alter table function_revisions add column tests text not null default '';
