-- A Project may require that its Functions' tests pass: for deployments to Development, and for releases.

alter table projects add column required_tests jsonb not null default '{"development": false, "production": false}';
comment on column projects.required_tests is 'Where the tests of the Functions must pass: { development, production }.';
alter table deployments add column runs_tests boolean not null default false, add column tests jsonb;
comment on column deployments.runs_tests is 'Whether its build runs the tests of the Functions, because the Project required them at the request.';
comment on column deployments.tests is 'How many tests passed, failed and were skipped in its build: { passed, failed, skipped }; null: none ran.';
