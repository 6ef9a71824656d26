import { spawnSync } from "node:child_process";
import { findPostgres } from "../databases/find-postgres.ts";

/** The servers for `npm run test:services`; undefined: not on this machine. */
export interface Programs {
  /** The folder with `initdb` and `postgres` of the distribution's newest PostgreSQL. */
  postgres: string | undefined;
  mariadb: string | undefined;
  redis: string | undefined;
  pgbouncer: string | undefined;
  openssl: string | undefined;
}

const found = (...names: string[]): string | undefined =>
  names.find((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined);

export const findPrograms = (): Programs => ({
  postgres: findPostgres(),
  mariadb: found("mariadb-install-db") === undefined ? undefined : found("mariadbd"),
  redis: found("valkey-server", "redis-server"),
  pgbouncer: found("pgbouncer"),
  openssl: found("openssl"),
});

/** Debian's package of each. */
export const packages: Record<keyof Programs, string> = {
  postgres: "postgresql",
  mariadb: "mariadb-server",
  redis: "redis-server",
  pgbouncer: "pgbouncer",
  openssl: "openssl",
};
