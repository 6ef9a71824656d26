-- Up to where of which feed everything is in force on a worker; null: it has not said so yet.
alter table workers add column feed_epoch text;
alter table workers add column feed_sequence bigint;
