-- A command line asks a person to sign it in. The token is made when the command line fetches it, so no row holds one.
create table cli_sign_ins (
  id text primary key,
  device_code_sha256 text not null unique,
  user_code text not null unique,
  machine text not null,
  project_slug text,
  valid_days integer not null,
  ip text,
  state text not null default 'waiting' check (state in ('waiting', 'allowed', 'denied')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_asked_at timestamptz(3),
  user_id text references users (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  role text check (role in ('owner', 'admin', 'developer', 'operator')),
  constraint cli_sign_ins_allowed check (
    (state = 'allowed') = (user_id is not null) and (user_id is null) = (project_id is null) and (user_id is null) = (role is null))
);
create index cli_sign_ins_expiry on cli_sign_ins (expires_at);
create index cli_sign_ins_user on cli_sign_ins (user_id);
create index cli_sign_ins_project on cli_sign_ins (project_id);
select ferrule_protect('cli_sign_ins');

comment on table cli_sign_ins is 'Command lines that wait until a person signs them in (RFC 8628). A row goes when its token is fetched, or when it has expired.';
comment on column cli_sign_ins.device_code_sha256 is 'SHA-256 (hex) of the code that gets the token: 256 random bits.';
comment on column cli_sign_ins.user_code is 'Eight letters, by which a signed-in person finds the row.';
comment on column cli_sign_ins.machine is 'What the command line calls its machine: the name of the token.';
comment on column cli_sign_ins.project_slug is 'The Project that the command line asked for, whether or not there is one.';
comment on column cli_sign_ins.valid_days is 'How long the token is to be good for, from when it is fetched.';
comment on column cli_sign_ins.ip is 'The address that the command line asked from.';
comment on column cli_sign_ins.last_asked_at is 'When the command line last asked for its token.';
comment on column cli_sign_ins.user_id is 'Who allowed it, and so whose token it becomes.';
comment on column cli_sign_ins.project_id is 'The Project that the token is for.';
comment on column cli_sign_ins.role is 'What the token may do at most.';
