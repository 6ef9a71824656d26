import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { placeOf, throughPort } from "@ferrule/embedded-postgres/test-database.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { openStore, type OpenStore } from "./open-store.ts";
import type { AnyScope } from "../scope.ts";
import { createTestDatabase } from "../testing/test-database.ts";

const log = createLog("test", "silent");
/** After so many uses a statement is prepared. */
const uses = 30;

describe("connections of the store", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let store: OpenStore;
  /** How often something has arrived at the database. */
  let arrivals = 0;
  const between = createServer((near: Socket) => {
    const far = connect(placeOf(database.url));
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("data", () => (arrivals += 1));
    near.pipe(far).pipe(near);
  });

  before(async () => {
    database = await createTestDatabase();
    const databaseUrl = throughPort(database.url, await listen(between, 0, "127.0.0.1"));
    store = openStore({ databaseUrl, role: null, log, connections: 1 });
    await store.inInstallation(({ tx }) => sql`create table kept (id integer, first_name text)`.execute(tx));
    await store.inInstallation(({ tx }) => sql`insert into kept values (1, 'Ada'), (2, null)`.execute(tx));
  });
  beforeEach(() => (arrivals = 0));
  after(async () => {
    await store[Symbol.asyncDispose]();
    between.close();
    await database[Symbol.asyncDispose]();
  });

  const read = async ({ tx }: Pick<AnyScope, "tx">, id: number) =>
    (await sql<Record<string, unknown>>`select * from kept where id >= ${id} order by id`.execute(tx)).rows;

  test("statements that nobody waits for in between arrive together", async () => {
    const all = await store.unscoped((reading) => Promise.all([1, 2, 3].map((id) => read(reading, id))));
    assert.deepEqual(
      all.map(({ length }) => length),
      [2, 1, 0],
    );
    assert.equal(arrivals, 1);
  });

  test("a transaction begins with its first statement, and one that only reads ends with what is next", async () => {
    for (const id of [1, 2]) await store.inInstallation((scope) => read(scope, id), { readOnly: true });
    assert.equal(arrivals, 2);
    await delay(50);
    assert.equal(arrivals, 3, "the last one ends though nothing is next");
    const { rows } = await store.unscoped(({ tx }) =>
      sql<{ isEnded: boolean }>`select now() = statement_timestamp() as is_ended`.execute(tx),
    );
    assert.deepEqual(rows, [{ isEnded: true }]);
  });

  test("a frequent statement has the same answer, with its rows as plain objects of our names", async () => {
    const answers = [];
    for (let use = 0; use < uses; use += 1) answers.push(await store.unscoped((reading) => read(reading, 1)));
    const expected = [
      { id: 1, firstName: "Ada" },
      { id: 2, firstName: null },
    ];
    for (const rows of answers) assert.deepEqual(rows, expected);
    const { rows } = await store.unscoped(({ tx }) =>
      sql<{ count: number }>`select count(*) as count from pg_prepared_statements
        where statement like ${"select * from kept%"}`.execute(tx),
    );
    assert.deepEqual(rows, [{ count: 1 }]);
  });

  test("a frequent statement whose columns have changed is answered with the new ones", async () => {
    for (let use = 0; use < uses; use += 1) await store.unscoped((reading) => read(reading, 1));
    await store.inInstallation(({ tx }) => sql`alter table kept add column born_at timestamptz`.execute(tx));
    await store.inInstallation(({ tx }) => sql`update kept set born_at = '1815-12-10T01:00Z' where id = 1`.execute(tx));
    const [ada, nobody] = await store.unscoped((reading) => read(reading, 1));
    assert.deepEqual(ada, { id: 1, firstName: "Ada", bornAt: new Date("1815-12-10T01:00Z") });
    assert.deepEqual(nobody, { id: 2, firstName: null, bornAt: null });
  });

  test("a column with the name of an earlier one takes its place, also with nothing in it", async () => {
    const { rows } = await store.unscoped(({ tx }) => sql`select 1 as the_same, null as the_same`.execute(tx));
    assert.deepEqual(rows, [{ theSame: null }]);
  });

  test("a statement that fails leaves its connection to the next one", async () => {
    const failing = store.unscoped(({ tx }) => sql`select ${1}::integer / 0`.execute(tx));
    await assert.rejects(failing, /division by zero/);
    const { rows } = await store.unscoped(({ tx }) => sql`select 'infinity'::timestamptz as at`.execute(tx));
    assert.deepEqual(rows, [{ at: Number.POSITIVE_INFINITY }]);
  });
});
