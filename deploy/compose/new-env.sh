#!/bin/sh
# Prints an .env for compose.yaml with new credentials: sh deploy/compose/new-env.sh https://ferrule.example.com ada@example.com
set -eu
if [ $# -ne 2 ]; then
  echo "usage: $0 <public url> <email of the first owner>" >&2
  exit 2
fi
secret() { openssl rand -hex 32; }
cat <<ENV
PUBLIC_URL=$1
# Set to "tls internal" for a name that Let's Encrypt cannot reach.
TLS=
OWNER_EMAIL=$2
OWNER_PASSWORD=$(openssl rand -hex 16)
SESSION_SECRET=$(secret)
# Keep a copy elsewhere: without it no secret of a backup can be opened.
ENCRYPTION_KEYS=$(secret)
INTERNAL_API_TOKEN=$(secret)
WORKER_API_TOKEN=$(secret)
METRICS_TOKEN=$(secret)
DATABASE_PASSWORD=$(secret)
POSTGRES_PASSWORD=$(secret)
VALKEY_PASSWORD=$(secret)
ENV
