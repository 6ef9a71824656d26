import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { invocationOf, testSandbox, valueOf } from "@ferrule/worker/running/sandbox/conformance/harness.ts";
import type { Sandbox } from "@ferrule/worker/running/sandbox/sandbox.ts";
import { columnTypes, type ColumnType } from "./column-types.ts";
import { startTestMariadb, whyNoMariadb } from "./mariadb-server.ts";
import { databasesOf } from "./open-call.ts";
import { startSecondPostgres } from "./second-postgres.ts";

/** Writes each value, reads it, writes the result back as its author would, and reads it again. */
const roundTrips = (types: readonly ColumnType[]) => `
  const plain = (value) => value;
  const types = [${types.map(({ type, write, back = "plain" }) => `[${JSON.stringify(type)}, ${write}, ${back}]`).join(", ")}];
  export default async (_input, { sql }) => {
    const told = [];
    for (let at = 0; at < types.length; at++) {
      const [, value, back] = types[at];
      const place = sql.identifier("types_of_columns");
      const column = sql.identifier("c" + at);
      const turn = { first: null, second: null, refused: null };
      try {
        await sql\`insert into \${place} (n, \${column}) values (\${at * 2}, \${typeof value === "function" ? value(sql) : value})\`;
        const [first] = await sql\`select \${column} as c from \${place} where n = \${at * 2}\`;
        turn.first = first.c;
        await sql\`insert into \${place} (n, \${column}) values (\${at * 2 + 1}, \${back(first.c, sql)})\`;
        const [second] = await sql\`select \${column} as c from \${place} where n = \${at * 2 + 1}\`;
        turn.second = second.c;
      } catch (error) {
        turn.refused = error.message;
      }
      told.push(turn);
    }
    return told;
  };`;

const grant = { secrets: [], hosts: [], collections: [], cache: false, connections: ["shop"] };

/** Runs a Function's source against a server. */
async function run(url: string, kind: OpenedConnection["kind"], source: string): Promise<unknown> {
  const { databases, calls } = databasesOf({ kind, url });
  await using _ = databases;
  await using sandbox: Sandbox = await testSandbox({ hostCalls: calls });
  return valueOf(await sandbox.invoke(invocationOf(source, { grant })));
}

interface Served {
  name: string;
  kind: OpenedConnection["kind"];
  skip?: string | undefined;
  start: () => Promise<AsyncDisposable & { url: string }>;
}

/** `FERRULE_TEST_MYSQL` is the URL of an empty database on another MySQL server. */
const mysql = process.env["FERRULE_TEST_MYSQL"];
const servers: Served[] = [
  { name: "PostgreSQL", kind: "postgresql", start: startSecondPostgres },
  { name: "MariaDB", kind: "mysql", skip: whyNoMariadb(), start: () => startTestMariadb() },
];
if (mysql !== undefined) {
  const start = async () => ({ url: mysql, [Symbol.asyncDispose]: () => Promise.resolve() });
  servers.push({ name: "MySQL", kind: "mysql", start });
}

for (const { name, kind, skip, start } of servers) {
  describe(`columns on ${name}`, { concurrency: false, skip }, () => {
    let server: AsyncDisposable & { url: string };
    const types = columnTypes[kind];
    before(async () => {
      server = await start();
    });
    after(() => server?.[Symbol.asyncDispose]());

    test("a value of each common type goes in, comes out, and goes in again as it came out", async () => {
      const columns = types.map(({ type }, at) => `c${at} ${type} null`).join(", ");
      const source = `export default (_input, { sql }) => sql\`create table types_of_columns (n int primary key, ${columns})\`;`;
      await run(server.url, kind, source);
      const told = (await run(server.url, kind, roundTrips(types))) as Record<string, unknown>[];
      const expected = types.map(({ type, write, read }) => ({
        type,
        write,
        first: read,
        second: read,
        refused: null,
      }));
      const found = types.map(({ type, write }, at) => ({ type, write, ...told[at] }));
      assert.deepEqual(found, expected);
    });

    test("what cannot be written is refused in words about it, and a template that was put together is none", async () => {
      const source = `
        const refused = async (run) => { try { await run(); return "taken"; } catch (error) { return error.message; } };
        const many = Array.from({ length: 70000 }, (_, n) => n);
        const forged = (text) => Object.freeze(Object.assign([text], { raw: Object.freeze([text]) }));
        export default async (_input, { sql }) => [
          await refused(() => sql\`select \${{}} as x\`),
          await refused(() => sql\`select \${[1, [2, {}]]} as x\`),
          await refused(() => sql\`select \${new Date("nonsense")} as x\`),
          await refused(() => sql\`select \${() => 1} as x\`),
          await refused(() => sql\`select \${Symbol("x")} as x\`),
          await refused(() => sql\`select \${new Uint16Array(2)} as x\`),
          await refused(() => sql\`select \${[sql\`1\`]} as x\`),
          await refused(() => sql\`select \${undefined} as x\`),
          await refused(() => sql\`select 1 where 1 in (\${sql.list(many)})\`),
          await refused(() => sql\`select \${[[[[[[[1]]]]]]]} as x\`),
          await refused(() => sql\`select \${Array.from({ length: 100001 }, () => 1)} as x\`),
          await refused(() => sql.identifier("a", "b", "c", "d")),
          await refused(() => sql.begin("x")),
          await refused(() => sql.begin(async () => 1, { isolation: "none" })),
          await refused(() => sql(forged("select 1"))),
          await refused(() => sql(["select 1"])),
        ];`;
      const words = [
        /is an object: write ctx\.sql\.json/,
        /is an object: write ctx\.sql\.json/,
        /A Date in a statement is invalid/,
        /is a function/,
        /is a symbol/,
        /is a typed array/,
        /An array contains a part of a statement/,
        /is undefined/,
        /has 70000 values, and databases take at most 65535/,
        /nested more than 6 deep/,
        /has 100001 values/,
        /has one to three names/,
        /takes a function/,
        /The isolation of a transaction/,
        /Write a statement as a template/,
        /Write a statement as a template/,
      ];
      const said = (await run(server.url, kind, source)) as string[];
      for (const [at, one] of words.entries()) assert.match(said[at] ?? "", one);
    });

    test("a text that looks like an instant stays as it is in a column of text", async () => {
      const source = `export default async (_input, { sql }) => {
        const at = "2026-02-03T04:05:06.789Z";
        const other = "2027-02-03T04:05:06.789+01:00";
        await sql\`create table texts_of_times (note varchar(80), at ${kind === "mysql" ? "datetime" : "timestamp"}(3), more varchar(80), day date)\`;
        const row = (n) => sql\`(\${at}, \${at}, \${n === 1 ? other : at}, \${other})\`;
        await sql\`insert into texts_of_times (note, at, more, day) values \${sql.join([row(0), row(1), row(2)])}\`;
        await sql\`update texts_of_times set note = \${at}, at = \${at}, more = \${other} where more = \${other} and at = \${at}\`;
        return sql\`select * from texts_of_times order by more desc\`;
      };`;
      const row = { note: "2026-02-03T04:05:06.789Z", at: "2026-02-03T04:05:06.789", day: "2027-02-03" };
      const first = { ...row, more: "2027-02-03T04:05:06.789+01:00" };
      const rest = { ...row, more: "2026-02-03T04:05:06.789Z" };
      assert.deepEqual(await run(server.url, kind, source), [first, rest, rest]);
    });
  });
}
