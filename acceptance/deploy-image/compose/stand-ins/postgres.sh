#!/bin/sh
# What the official image of PostgreSQL does at its first start, as far as compose.yaml relies on it: a data folder with the
# password, the scripts of /docker-entrypoint-initdb.d while no network reaches the server, then the server.
set -eu
export POSTGRES_USER="${POSTGRES_USER:-postgres}" PGDATA=/var/lib/postgresql/data
install -d -o postgres -g postgres -m 700 "$PGDATA"
install -d -o postgres -g postgres /run/postgresql
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s' "$POSTGRES_PASSWORD" > "$password"
  chown postgres "$password"
  # shellcheck disable=SC2086
  as_postgres initdb --username "$POSTGRES_USER" --pwfile "$password" ${POSTGRES_INITDB_ARGS:-}
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  as_postgres pg_ctl --wait --options "-c listen_addresses=''" start
  for script in /docker-entrypoint-initdb.d/*.sh; do as_postgres "$script"; done
  as_postgres pg_ctl --wait --mode fast stop
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -c 'listen_addresses=*'
