-- Saved inputs of a Function with what is expected of them; they go with it.

create table test_cases (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  function_id text not null,
  name text not null,
  environment text not null check (environment in ('development', 'production')),
  -- json, not jsonb: the order of its keys is the author's.
  input json not null,
  -- { status, output? }; null: nothing is expected.
  expect json,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint test_cases_name_taken unique (function_id, name),
  foreign key (project_id, function_id) references functions (project_id, id) on delete cascade
);
create index test_cases_function on test_cases (project_id, function_id, id);
select ferrule_protect('test_cases');
