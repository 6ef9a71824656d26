import { join } from "node:path";

export const port = 5432;

/**
 * A connection URL over the unix socket in `socketDirectory`. Slashes stay bare and escapes are lower case, because
 * pg-connection-string 2 takes `%2F` for an unescaped percent sign. Port and sslmode are spelled out, so that PGPORT
 * and PGSSLMODE in the reader's environment cannot change the target.
 */
export function connectionUrl(socketDirectory: string, user: string, database: string): string {
  const host = encodeURIComponent(socketDirectory)
    .replaceAll("%2F", "/")
    .replaceAll(/%../g, (escape) => escape.toLowerCase());
  const path = encodeURIComponent(database).replaceAll(/%../g, (escape) => escape.toLowerCase());
  return `postgresql://${user}@localhost:${port}/${path}?host=${host}&sslmode=disable`;
}

/** PostgreSQL's socket file in `socketDirectory`. The kernel accepts paths of up to 107 bytes. */
export function socketFile(socketDirectory: string): string {
  return join(socketDirectory, `.s.PGSQL.${port}`);
}
