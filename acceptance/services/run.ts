import { startTestMariadb } from "../databases/mariadb-server.ts";
import { useTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { runChecks } from "./check.ts";
import { startPgbouncer } from "./pgbouncer-server.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { makePrivateAuthority, serverName, type PrivateAuthority } from "./private-authority.ts";
import { failoverCheck } from "./failover.ts";
import { findPrograms, packages, type Programs } from "./programs.ts";
import { runSuite } from "./run-suite.ts";
import { speedCheck } from "./sql-speed.ts";
import { tlsChecks } from "./sql-over-tls.ts";

/*
 * `npm run test:services [-- <part> …]`: starts the servers that this machine has, and runs the tests that need them.
 * Parts are `sql`, `redis`, `postgres`, `pgbouncer` and `failover`; without one, all run. Ends with `N passed, N
 * failed`, and with exit code 1 when something failed or a server is missing.
 */
const parts = ["sql", "redis", "postgres", "pgbouncer", "failover"] as const;
type Part = (typeof parts)[number];

const asked = process.argv.slice(2);
const wanted: ReadonlySet<Part> = new Set(parts.filter((part) => asked.length === 0 || asked.includes(part)));
const total = { passed: 0, failed: 0 };
const say = (line: string) => process.stdout.write(`${line}\n`);
const count = ({ passed, failed }: { passed: number; failed: number }) => {
  total.passed += passed;
  total.failed += failed;
};
const atName = (url: string) => url.replace(/@127\.0\.0\.1/, `@${serverName}`);

/** They start their own servers, or test the embedded one. */
const ofOwnServer = ["control-plane/main.test.ts", "control-plane/data/cache/cache.test.ts"];
/** Their commands bypass a pooler, or they check things that need a session of their own. */
const pastPooler = [
  "control-plane/ground/host-calls/read-by-key.test.ts",
  "control-plane/start-control-plane.test.ts",
  "control-plane/whole/backup/backup.test.ts",
  "control-plane/doors/commands/backup.test.ts",
  "control-plane/doors/commands/manage-users.test.ts",
  "control-plane/doors/commands/rekey/rekey.test.ts",
];
const controlPlane = { files: ["control-plane/**/*.test.ts"], without: ofOwnServer };

async function checkSql(server: PostgresServer, name: string, { certificate }: PrivateAuthority): Promise<void> {
  const env = { FERRULE_TEST_SHOP_POSTGRES: server.adminUrl };
  const kind = "postgresql";
  count(await runSuite({ name: `ctx.sql on ${name}`, files: ["acceptance/databases/postgres.test.ts"], env }));
  await using postgres = await useTestPostgres(server.adminUrl);
  const url = await postgres.createDatabase("shop_of_services");
  count(
    await runChecks(
      [...tlsChecks({ name, kind, url: atName(url), certificate }), speedCheck({ name, kind, url })],
      say,
    ),
  );
}

async function onPostgres(binaries: string, { pgbouncer }: Programs, authority: PrivateAuthority): Promise<void> {
  await using server = await startPostgresServer(binaries, authority);
  const name = `PostgreSQL ${server.version}`;
  say(`${name} on port ${server.port}`);
  if (wanted.has("sql")) await checkSql(server, name, authority);
  const env = { FERRULE_TEST_POSTGRES: server.adminUrl };
  if (wanted.has("postgres")) count(await runSuite({ name: `the control plane on ${name}`, ...controlPlane, env }));
  if (!wanted.has("pgbouncer") || pgbouncer === undefined) return;
  await using pooler = await startPgbouncer(server.port);
  const pooled = { ...env, FERRULE_TEST_POOLER: pooler.place };
  const without = [...controlPlane.without, ...pastPooler];
  const through = `the control plane on ${name} through PgBouncer ${pooler.version} in transaction mode`;
  count(await runSuite({ name: through, ...controlPlane, without, env: pooled }));
}

async function onMariadb({ files, certificate }: PrivateAuthority): Promise<void> {
  count(await runSuite({ name: "ctx.sql on MariaDB", files: ["acceptance/databases/mariadb.test.ts"], env: {} }));
  const tls = [`--ssl-cert=${files.certificate}`, `--ssl-key=${files.key}`, `--ssl-ca=${files.ca}`];
  await using server = await startTestMariadb(tls);
  const { url } = server;
  const [name, kind] = ["MariaDB", "mysql"] as const;
  count(
    await runChecks(
      [...tlsChecks({ name, kind, url: atName(url), certificate }), speedCheck({ name, kind, url })],
      say,
    ),
  );
}

/** The servers that each part needs. */
const needs: Record<Part, (keyof Programs)[]> = {
  sql: ["postgres", "mariadb", "openssl"],
  redis: ["redis"],
  postgres: ["postgres", "openssl"],
  pgbouncer: ["postgres", "pgbouncer", "openssl"],
  failover: ["postgres"],
};

async function main(): Promise<void> {
  const unknown = asked.filter((one) => !parts.some((part) => part === one));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(", ")}; there are ${parts.join(", ")}`);
  const programs = findPrograms();
  const lacking = [...new Set([...wanted].flatMap((part) => needs[part]))].filter((one) => programs[one] === undefined);
  if (wanted.has("redis") && programs.redis !== undefined) {
    count(
      await runSuite({
        name: `REDIS_URL on ${programs.redis}`,
        files: ["control-plane/data/cache/**/*.test.ts"],
        env: {},
      }),
    );
  }
  if (programs.openssl !== undefined) {
    using authority = makePrivateAuthority();
    if (programs.postgres !== undefined && ["sql", "postgres", "pgbouncer"].some((part) => wanted.has(part as Part)))
      await onPostgres(programs.postgres, programs, authority);
    if (wanted.has("sql") && programs.mariadb !== undefined) await onMariadb(authority);
  }
  if (wanted.has("failover") && programs.postgres !== undefined)
    count(await runChecks([failoverCheck(programs.postgres)], say));
  for (const one of lacking) say(`MISSING ${one}: apt-get install ${packages[one]}`);
  total.failed += lacking.length;
}

await main().catch((error: unknown) => {
  process.stderr.write(`test:services: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  total.failed += 1;
});
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
