#!/bin/sh
# Run once, when PostgreSQL makes its data folder: the role and database of Ferrule, and the role for records
# (docs/operating.md, "The role for records"). Neither may pass by row-level security.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$FERRULE_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role ferrule login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create role ferrule_records nologin;
grant ferrule_records to ferrule;
create database ferrule owner ferrule;
revoke connect on database ferrule from public;
SQL
