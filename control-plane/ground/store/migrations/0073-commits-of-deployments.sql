-- Deployments remember the commit that their drafts came from.

alter table deployments add column commit jsonb;
comment on column deployments.commit is 'The commit that its drafts came from: { sha, branch, author, url }. Whoever deployed said so.';
