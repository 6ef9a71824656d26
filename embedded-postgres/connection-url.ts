import { join } from "node:path";

export const port = 5432;

/**
 * A connection URL over the unix socket in `socketDirectory`. Slashes stay bare and escapes are lower case because
 * pg-connection-string 2 takes `%2F` for an unescaped percent sign; port and sslmode are spelled out so that PGPORT and
 * PGSSLMODE of the reader's environment do not change where it leads.
 */
export function connectionUrl(socketDirectory: string, user: string, database: string): string {
  const host = encodeURIComponent(socketDirectory)
    .replaceAll("%2F", "/")
    .replaceAll(/%../g, (escape) => escape.toLowerCase());
  const path = encodeURIComponent(database).replaceAll(/%../g, (escape) => escape.toLowerCase());
  return `postgresql://${user}@localhost:${port}/${path}?host=${host}&sslmode=disable`;
}

/** The socket file PostgreSQL makes in `socketDirectory`; a path of 107 bytes is the longest the kernel takes. */
export function socketFile(socketDirectory: string): string {
  return join(socketDirectory, `.s.PGSQL.${port}`);
}
