import { databasesOf } from "@ferrule/acceptance/databases/open-call.ts";
import { startTestMariadb, whyNoMariadb } from "@ferrule/acceptance/databases/mariadb-server.ts";
import { startSecondPostgres } from "@ferrule/acceptance/databases/second-postgres.ts";
import { invocationOf, testSandbox, valueOf } from "@ferrule/worker/running/sandbox/conformance/harness.ts";
import mysql from "mysql2/promise";
import { Client } from "pg";
import { quantile } from "./measuring/quantile.ts";

/** Times statements one after another in a Function, as means of groups, because its clock has whole milliseconds. */
const source = `export default async ({ groups, size }, { sql }) => {
  const means = [];
  for (let group = 0; group < groups; group += 1) {
    const began = performance.now();
    for (let n = 0; n < size; n += 1) await sql\`select \${n} as n\`;
    means.push((performance.now() - began) / size);
  }
  return means;
}`;
const groups = 10;
const size = 40;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);

async function timed(run: (n: number) => Promise<unknown>): Promise<number[]> {
  const means: number[] = [];
  for (let group = 0; group < groups; group += 1) {
    const began = performance.now();
    for (let n = 0; n < size; n += 1) await run(n);
    means.push((performance.now() - began) / size);
  }
  return means;
}

await using stack = new AsyncDisposableStack();
const places: { name: string; url: string; kind: "postgresql" | "mysql"; driver: (n: number) => Promise<unknown> }[] =
  [];

const { url: postgresUrl } = stack.use(await startSecondPostgres());
const client = new Client({ connectionString: postgresUrl, ssl: false });
await client.connect();
stack.defer(() => client.end());
places.push({
  name: "PostgreSQL",
  url: postgresUrl,
  kind: "postgresql",
  driver: (n) => client.query("select $1::text as n", [String(n)]),
});

if (whyNoMariadb() === undefined) {
  const mariadb = stack.use(await startTestMariadb());
  const connection = await mysql.createConnection(mariadb.url);
  stack.defer(() => connection.end());
  const driver = (n: number) => connection.execute("select ? as n", [String(n)]);
  places.push({ name: "MariaDB", url: mariadb.url, kind: "mysql", driver });
}

process.stdout.write(`Node ${process.version}, ${rounds} rounds in turn, means of ${size} statements in a row\n\n`);
process.stdout.write("| one statement, ms | p50 | p95 | p50 over the driver's |\n|---|---|---|---|\n");
for (const { name, url, kind, driver } of places) {
  const figures = new Map<string, number[]>();
  const functions = [false, true].map((readOnly) => {
    const { databases, calls } = databasesOf({ kind, url, readOnly });
    stack.use(databases);
    return { label: `ctx.sql, ${readOnly ? "read-only" : "read and write"}`, hostCalls: calls };
  });
  const sandboxes = [];
  for (const { label, hostCalls } of functions)
    sandboxes.push({ label, sandbox: stack.use(await testSandbox({ hostCalls })) });
  const grant = { secrets: [], hosts: [], collections: [], cache: false, connections: ["shop"] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const note = (label: string, means: number[]) => {
      if (round > 0) figures.set(label, [...(figures.get(label) ?? []), ...means]);
    };
    note("the driver", await timed(driver));
    for (const { label, sandbox } of sandboxes) {
      const invocation = invocationOf(source, {
        grant,
        inputJson: JSON.stringify({ groups, size }),
        timeoutMs: 60_000,
      });
      note(label, valueOf(await sandbox.invoke(invocation)) as number[]);
    }
  }
  const own = quantile(figures.get("the driver") ?? [], 0.5);
  for (const [label, means] of figures) {
    const cells = [0.5, 0.95].map((at) => quantile(means, at).toFixed(2));
    process.stdout.write(`| ${name}: ${label} | ${cells.join(" | ")} | ${(quantile(means, 0.5) - own).toFixed(2)} |\n`);
  }
}
