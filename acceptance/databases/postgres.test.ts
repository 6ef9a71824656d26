import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HostCall } from "@ferrule/worker/running/sandbox/host-calls/host-call.ts";
import { eventually } from "../eventually.ts";
import { openDatabaseDoor, type DatabaseDoor } from "./database-door.ts";
import { databasesOf, openCall, refusal, type OpenCall } from "./open-call.ts";
import { startSecondPostgres, type SecondPostgres } from "./second-postgres.ts";

describe("ctx.sql on PostgreSQL", { concurrency: false }, () => {
  let second: SecondPostgres;
  let door: DatabaseDoor;
  let url: string;
  const stack = new AsyncDisposableStack();
  const open = (settings: object = {}) => {
    const made = databasesOf({ kind: "postgresql", url, ...settings });
    stack.use(made.databases);
    return made;
  };
  /** A call with databases of its own. */
  const call = (settings: object = {}) => openCall(open(settings).calls);

  before(async () => {
    second = await startSecondPostgres();
    ({ door, url } = second);
    const { sql, end } = call();
    await sql`create table users (id bigint generated always as identity primary key, name text unique, tags text[])`;
    await sql`insert into users (name, tags) values (${"Ada"}, ${{ array: ["a", 'b"c', null, "{d}"] }})`;
    end();
  });
  after(async () => {
    await stack.disposeAsync();
    await second?.[Symbol.asyncDispose]();
  });

  test("every type comes as JSON that says the same each time", async () => {
    const { rows } = await call().sql`select 9007199254740993::bigint as big, 1.10::numeric as exact, 7::int as small,
      'NaN'::float8 as nan, true as yes, null as nothing, date '2026-02-03' as day, time '04:05:06' as clock,
      timestamptz '2026-02-03 04:05:06.789+02' as instant, timestamp '2026-02-03 04:05:06' as local,
      '\\x00ff'::bytea as bytes, '{"a":[1]}'::jsonb as document, array[1,null]::int[] as numbers, interval '1 hour' as span`;
    assert.deepEqual(rows[0], {
      big: "9007199254740993",
      exact: "1.10",
      small: 7,
      nan: "NaN",
      yes: true,
      nothing: null,
      day: "2026-02-03",
      clock: "04:05:06",
      instant: "2026-02-03T02:05:06.789Z",
      local: "2026-02-03T04:05:06",
      bytes: "AP8=",
      document: { a: [1] },
      numbers: [1, null],
      span: "PT1H",
    });
  });

  test("values are parameters, names are quoted, and what is an array, bytes or JSON arrives as that", async () => {
    const word = `'; drop table users; -- "`;
    const { rows } = await call().sql`select ${word}::text as word, ${{ base64: "AP8=" }}::bytea as bytes,
      ${{ json: '{"a":1}' }}::jsonb as document, ${7}::int + 1 as eight, ${{ names: [`odd " name`] }} from (select 1 as ${{ names: [`odd " name`] }}) as one`;
    assert.deepEqual(rows[0], { word, bytes: "AP8=", document: { a: 1 }, eight: 8, 'odd " name': 1 });
    const found = await call().sql`select tags from users where name = any(${{ array: ["Ada", "x"] }}::text[])`;
    assert.deepEqual(found.rows, [{ tags: ["a", 'b"c', null, "{d}"] }]);
  });

  test("a statement that is none of data, and a second one in the same text, are refused", async () => {
    const texts = [
      "begin",
      "commit",
      " /* a /* b */ */ set role postgres",
      "-- x\ncopy users to stdout",
      "discard all",
    ];
    texts.push(
      "listen x",
      "reset all",
      "do $$ begin end $$",
      "lock users",
      "",
      "vacuum",
      "prepare x as select 1",
      "(set x = 1)",
    );
    for (const text of texts) {
      const strings = Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray;
      assert.equal((await refusal(call().sql(strings))).code, "VALIDATION_ERROR", text);
    }
    const { code, message } = await refusal(call().sql`select 1; drop table users`);
    assert.equal(code, "QUERY_FAILED");
    assert.match(message, /cannot insert multiple commands/);
  });

  test("a duplicate, a mistake and a missing table are told apart, in the server's words", async () => {
    const { sql } = call();
    const duplicate = await refusal(sql`insert into users (name) values (${"Ada"})`);
    assert.deepEqual(
      [duplicate.code, (duplicate.details as { constraint?: string }).constraint],
      ["UNIQUE_VIOLATION", "users_name_key"],
    );
    const missing = await refusal(sql`select * from nothing_here`);
    assert.deepEqual([missing.code, (missing.details as { sqlState?: string }).sqlState], ["QUERY_FAILED", "42P01"]);
    assert.match(missing.message, /relation "nothing_here" does not exist/);
  });

  test("a transaction is committed, rolled back, or rolled back by the end of its call", async () => {
    const { calls } = open();
    const counted = async (name: string) => (await openCall(calls).sql`select from users where name = ${name}`).count;
    const one = openCall(calls);
    const first = await one.begin();
    await one.inside(first)`insert into users (name) values ('kept')`;
    await one.commit(first);
    const second = await one.begin({ isolation: "serializable" });
    await one.inside(second)`insert into users (name) values ('dropped')`;
    await one.rollback(second);
    const third = await one.begin();
    await one.inside(third)`insert into users (name) values ('left')`;
    one.end();
    assert.deepEqual([await counted("kept"), await counted("dropped"), await counted("left")], [1, 0, 0]);
    assert.equal((await refusal(openCall(calls).inside(first)`select 1`)).code, "VALIDATION_ERROR", "another call's");
    const failed = openCall(calls);
    const broken = await failed.begin();
    await refusal(failed.inside(broken)`select 1 / 0`);
    const { code, message } = await refusal(failed.commit(broken));
    assert.deepEqual([code, /rolled back/.test(message)], ["QUERY_FAILED", true]);
  });

  test("a read-only connection cannot be made to write", async () => {
    const { calls } = open({ readOnly: true });
    await open()
      .databases.borrow(
        { projectId: "prj_1", environment: "development", name: "shop", deploymentId: null, tenantId: "x" },
        new AbortController().signal,
      )
      .then(async (borrowed) => {
        const signal = new AbortController().signal;
        await borrowed.query(
          {
            text: "create function sneak() returns int language plpgsql as $$ begin perform set_config('transaction_read_only', 'off', false); insert into users (name) values ('sneaked'); return 1; end $$",
            values: [],
          },
          signal,
        );
        borrowed.giveBack();
      });
    const one = openCall(calls);
    for (const attempt of [
      () => one.sql`insert into users (name) values ('written')`,
      () => one.sql`with w as (insert into users (name) values ('written') returning 1) select * from w`,
      () => one.sql`select sneak()`,
      () => one.sql`select set_config('transaction_read_only', 'off', false)`,
      () => one.sql`set transaction read write`,
      () => one.sql`select nextval('users_id_seq')`,
      () => one.sql`explain analyze insert into users (name) values ('written')`,
    ]) {
      assert.match((await refusal(attempt())).code, /^(?:QUERY_FAILED|VALIDATION_ERROR)$/);
    }
    // Each attempt is the first statement of its session, so nothing has run in its transaction before.
    for (const attempt of [
      ({ sql }: OpenCall) => sql`select sneak()`,
      ({ sql }: OpenCall) => sql`values (set_config('transaction_read_only', 'off', true))`,
      ({ sql }: OpenCall) => sql`explain analyze select set_config('transaction_read_only', 'off', false)`,
      ({ sql }: OpenCall) =>
        sql`with w as materialized (select set_config('transaction_read_only', 'off', true)) select sneak() from w`,
    ]) {
      const first = openCall(open({ readOnly: true }).calls);
      assert.equal((await refusal(attempt(first))).code, "QUERY_FAILED");
      first.end();
    }
    // A setting that one statement makes in a session is gone in the next.
    await one.sql`select set_config('default_transaction_read_only', 'off', false), set_config('session_characteristics.x', '1', false)`;
    const transaction = await one.begin({ readOnly: false });
    assert.equal(
      (await refusal(one.inside(transaction)`with w as (delete from users returning 1) select * from w`)).code,
      "QUERY_FAILED",
    );
    one.end();
    assert.equal((await openCall(calls).sql`select from users where name in ('written', 'sneaked')`).count, 0);
  });

  test("a statement takes one round trip, on a read-only connection too", async () => {
    for (const readOnly of [false, true]) {
      const one = openCall(open({ readOnly, poolSize: 1 }).calls);
      const asked = async () => {
        const before = second.door.asked();
        assert.deepEqual((await one.sql`select ${1}::int + 1 as next`).rows, [{ next: 2 }]);
        return second.door.asked() - before;
      };
      // The first statement connects; after a pause, the session may have been given back.
      const taken: number[] = [];
      for (let n = 0; n < 20; n += 1) taken.push(await asked());
      assert.equal(taken.toSorted((one, other) => one - other)[10], 1, taken.join(" "));
      one.end();
    }
  });

  test("what a call leaves in its session is gone for the next one", async () => {
    const { calls } = open({ poolSize: 1 });
    const one = openCall(calls);
    await one.sql`select set_config('search_path', 'pg_catalog', false), set_config('statement_timeout', '0', false), pg_advisory_lock(7), set_config('app.user', 'mallory', false)`;
    await one.sql`create temporary table mine (secret text)`;
    one.end();
    const { rows } = await openCall(calls, { tenantId: "other" })
      .sql`select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
      current_setting('app.user', true) as user, to_regclass('pg_temp.mine') as temporary, (select count(*)::int from pg_locks where locktype = 'advisory') as locks`;
    assert.deepEqual(rows, [{ path: '"$user", public', timeout: "2s", user: "", temporary: null, locks: 0 }]);
  });

  test("more rows or bytes than the connection allows end the statement while it arrives", async () => {
    const { calls } = open({ maxRows: 100, maxBytes: 65_536 });
    const rows = await refusal(openCall(calls).sql`select generate_series(1, 100000000)`);
    assert.deepEqual([rows.code, /100 rows/.test(rows.message)], ["LIMIT_EXCEEDED", true]);
    const before = process.memoryUsage().rss;
    assert.equal((await openCall(calls).sql`select repeat('x', 65000) as fits`).count, 1);
    const over = await refusal(openCall(calls).sql`select repeat('x', 65600) as large`);
    assert.equal(over.code, "LIMIT_EXCEEDED", "to the byte, not 256 KiB later");
    const bytes = await refusal(openCall(calls).sql`select repeat('x', 20000000) as huge`);
    assert.deepEqual([bytes.code, /65536 bytes/.test(bytes.message)], ["LIMIT_EXCEEDED", true]);
    assert.ok(process.memoryUsage().rss - before < 100 * 1_048_576);
    assert.equal((await openCall(calls).sql`select 1 as one`).count, 1);
  });

  test("a statement that takes too long is ended by the server, and one whose call has ended, too", async () => {
    const { calls } = open({ statementTimeoutMs: 300, poolSize: 1 });
    const { code, message } = await refusal(openCall(calls).sql`select pg_sleep(30)`);
    assert.deepEqual([code, /300 ms/.test(message)], ["LIMIT_EXCEEDED", true]);
    const gone = openCall(open({ statementTimeoutMs: 60_000, poolSize: 1 }).calls);
    const sleeping = gone.sql`select pg_sleep(31)`;
    const watching = call();
    const asleep = () =>
      watching.sql`select from pg_stat_activity where query like '%pg_sleep(31%' and state = 'active' and pid <> pg_backend_pid()`;
    await eventually(async () => ((await asleep()).count === 1 ? true : undefined), 20_000);
    gone.end();
    await assert.rejects(sleeping);
    await eventually(async () => ((await asleep()).count === 0 ? true : undefined), 20_000);
  });

  test("a tenant that takes every connection lets others in between, and a full pool says so", async () => {
    const all = openCall(open({ poolSize: 1 }).calls);
    await all.begin();
    const refused = refusal(all.sql`select 1`);
    const { calls } = open({ poolSize: 2, statementTimeoutMs: 3_000 });
    const hog = openCall(calls, { tenantId: "hog" });
    await openCall(calls, { tenantId: "quiet" }).sql`select 1`;
    let ended = 0;
    const sleeping = Array.from({ length: 10 }, () => hog.sql`select pg_sleep(0.5)`.then(() => (ended += 1)));
    await openCall(calls, { tenantId: "quiet" }).sql`select 1`;
    // In order of arrival, it would have waited for all of them.
    assert.ok(ended <= 2, `waited for ${ended} statements`);
    await Promise.all(sleeping);
    const { code, message } = await refused;
    assert.deepEqual([code, /raise the pool's size/.test(message)], ["UNAVAILABLE", true]);
    all.end();
  });

  test("a hundred hostile calls at once are bounded, and nobody sees another's rows", async () => {
    const before = door.open();
    const { calls } = open({ poolSize: 4, statementTimeoutMs: 500, maxBytes: 65_536, maxRows: 50 });
    const hostile = [
      (tag: ReturnType<typeof openCall>["sql"]) => tag`select pg_sleep(10)`,
      (tag: ReturnType<typeof openCall>["sql"]) => tag`copy users to program 'id'`,
      (tag: ReturnType<typeof openCall>["sql"]) => tag`select repeat('x', 100000000)`,
      (tag: ReturnType<typeof openCall>["sql"]) => tag`select generate_series(1, 100000000)`,
      (tag: ReturnType<typeof openCall>["sql"]) => tag`select set_config('app.tenant', 'stolen', false)`,
    ];
    const honest = async (number: number) => {
      const tenantId = `tenant-${number}`;
      const { sql } = openCall(calls, { tenantId });
      const { rows } = await sql`select ${tenantId}::text as tenant, current_setting('app.tenant', true) as seen`;
      return rows[0];
    };
    const attacks = Array.from({ length: 100 }, async (_, at) => {
      const { sql, end } = openCall(calls, { tenantId: `hostile-${at % 5}` });
      await hostile[at % hostile.length]!(sql).catch(() => undefined);
      end();
    });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => honest(at)));
    for (const [at, answer] of answers.entries()) {
      assert.equal(answer?.["tenant"], `tenant-${at}`);
      assert.ok(answer["seen"] === null || answer["seen"] === "", String(answer["seen"]));
    }
    assert.ok(door.open() - before <= 4 + 4, `${door.open() - before} connections`);
    await Promise.all(attacks);
  });

  test("a server that hangs, goes away or refuses costs its calls alone, and says why without the password", async () => {
    await using mine = await openDatabaseDoor(second.directUrl);
    const { calls } = open({ url: mine.urlOf(second.directUrl), statementTimeoutMs: 500 });
    await openCall(calls).sql`select 1`;
    mine.freeze();
    const hung = await refusal(openCall(calls).sql`select 1`);
    assert.match(hung.code, /^(?:LIMIT_EXCEEDED|UNAVAILABLE)$/);
    const other = await call().sql`select 1 as one`;
    assert.equal(other.count, 1);
    mine.thaw();
    await eventually(async () => openCall(calls).sql`select 1`.catch(() => undefined), 10_000);
    const password = new URL(url).password;
    const wrong = url.replace(`:${password}@`, ":another-word@").replace("/shop", "/absent");
    for (const bad of [wrong, url.replace(/:\d+\//, ":1/")]) {
      const { code, message } = await refusal(call({ url: bad }).sql`select 1`);
      assert.equal(code, "UNAVAILABLE");
      assert.doesNotMatch(message, /another-word/);
    }
    const insecure = await refusal(call({ tls: "verify" }).sql`select 1`);
    assert.match(insecure.message, /TLS/);
  });

  test("a change of the connection is in force with the next statement", async () => {
    const { calls, present } = open();
    await openCall(calls).sql`select 1`;
    Object.assign(present, { revision: 2, readOnly: true });
    assert.equal(
      (await refusal(openCall(calls).sql`insert into users (name) values ('late')`)).code,
      "VALIDATION_ERROR",
    );
  });

  test("what is asked that is no statement is refused as such", async () => {
    const { calls } = open();
    const query = calls["sql.query"] as HostCall;
    const context = {
      ended: new AbortController().signal,
      invocation: { grant: { connections: ["shop"] } },
      noteStatement: () => undefined,
    } as never;
    for (const argument of [
      null,
      {},
      { connection: "shop", texts: "select 1", slots: [] },
      { connection: null, texts: ["a"], slots: [{ value: {} }] },
    ]) {
      assert.equal((await refusal(query(argument, new Uint8Array(0), context))).code, "VALIDATION_ERROR");
    }
    const foreign = { connection: "other", texts: ["select 1"], slots: [] };
    assert.equal((await refusal(query(foreign, new Uint8Array(0), context))).code, "NOT_GRANTED");
  });
});
