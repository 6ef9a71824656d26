-- A Project may be managed from git.

alter table projects add column managed_from jsonb;
comment on column projects.managed_from is 'The repository and the branch that the Project is managed from: { url, branch }. Only pushes of its source edit it then.';
