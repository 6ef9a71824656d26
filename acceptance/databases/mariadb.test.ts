import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../eventually.ts";
import { startTestMariadb, whyNoMariadb, type TestMariadb } from "./mariadb-server.ts";
import { databasesOf, openCall, refusal } from "./open-call.ts";

const missing = whyNoMariadb();

describe("ctx.sql on MariaDB", { concurrency: false, skip: missing }, () => {
  let server: TestMariadb;
  const stack = new AsyncDisposableStack();
  const open = (settings: object = {}) => {
    const made = databasesOf({ kind: "mysql", url: server.url, ...settings });
    stack.use(made.databases);
    return made;
  };
  const call = (settings: object = {}) => openCall(open(settings).calls);

  before(async () => {
    server = await startTestMariadb();
    const { sql, end } = call();
    await sql`create table users (id bigint auto_increment primary key, name varchar(80) unique, document json)`;
    await sql`insert into users (name, document) values (${"Ada"}, ${{ json: '{"a":1}' }})`;
    end();
  });
  after(async () => {
    await stack.disposeAsync();
    await server?.[Symbol.asyncDispose]();
  });

  test("every type comes as JSON that says the same each time", async () => {
    const { rows } = await call()
      .sql`select cast(9007199254740993 as signed) as big, cast(1.10 as decimal(5,2)) as exact,
      id + 0 as number, null as nothing, date '2026-02-03' as day, timestamp '2026-02-03 04:05:06' as local,
      x'00ff' as bytes, document, 1.5e0 as floating from users where name = 'Ada'`;
    assert.deepEqual(rows[0], {
      big: "9007199254740993",
      exact: "1.10",
      number: "1",
      nothing: null,
      day: "2026-02-03",
      local: "2026-02-03T04:05:06",
      bytes: "AP8=",
      document: { a: 1 },
      floating: 1.5,
    });
  });

  test("values are parameters, names are quoted, and a limit may be one", async () => {
    const word = `'; drop table users; -- \\" \u0000`.replace("\u0000", "");
    const { rows } = await call()
      .sql`select ${word} as word, ${7} + 1 as eight, ${{ names: ["odd ` name"] }} from (select 1 as ${{ names: ["odd ` name"] }}) as one limit ${1}`;
    assert.equal(rows[0]?.["word"], word);
    assert.equal(Number(rows[0]?.["eight"]), 8);
    assert.equal(Number(rows[0]?.["odd ` name"]), 1);
  });

  test("statements that are none of data, executable comments, and second statements are refused", async () => {
    const texts = [
      "begin",
      "commit",
      "/*! set @x = 1 */",
      "/*M! commit */",
      "# a\nset @x = 1",
      "load data infile 'x' into table users",
      "lock tables users write",
      "handler users open",
      "use mysql",
      "kill 1",
      "do sleep(1)",
    ];
    for (const text of texts) {
      const strings = Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray;
      assert.equal((await refusal(call().sql(strings))).code, "VALIDATION_ERROR", text);
    }
    assert.equal((await refusal(call().sql`select 1; drop table users`)).code, "QUERY_FAILED");
  });

  test("a transaction is committed, rolled back, or rolled back by the end of its call", async () => {
    const { calls } = open();
    const counted = async (name: string) => (await openCall(calls).sql`select 1 from users where name = ${name}`).count;
    const one = openCall(calls);
    const first = await one.begin({ isolation: "serializable" });
    const inserted = await one.inside(first)`insert into users (name) values ('kept')`;
    assert.deepEqual([inserted.count, Number(inserted.insertId) > 0], [1, true]);
    await one.commit(first);
    const second = await one.begin();
    await one.inside(second)`insert into users (name) values ('dropped')`;
    await one.rollback(second);
    const third = await one.begin();
    await one.inside(third)`insert into users (name) values ('left')`;
    one.end();
    assert.deepEqual([await counted("kept"), await counted("dropped"), await counted("left")], [1, 0, 0]);
    const duplicate = await refusal(openCall(calls).sql`insert into users (name) values ('Ada')`);
    assert.equal(duplicate.code, "UNIQUE_VIOLATION");
  });

  test("what MySQL would commit silently is refused inside a transaction, which is still rolled back", async () => {
    const { calls } = open();
    const counted = async (name: string) => (await openCall(calls).sql`select 1 from users where name = ${name}`).count;
    for (const text of [
      "create table of_its_own (id int)",
      "/* a */ -- b\n alter table users add column x int",
      "(drop table if exists of_its_own)",
      "TRUNCATE users",
      "rename table users to others",
      "grant select on shop.* to 'writer'@'%'",
      "create /*! temporary */ table of_its_own (id int)",
      "drop /*!99999 temporary */ table if exists of_its_own",
      "analyze table users",
      "/*! create table of_its_own (id int) */",
      "start transaction",
      "set autocommit = 1",
      "lock tables users read",
    ]) {
      const one = openCall(calls);
      const transaction = await one.begin();
      await one.inside(transaction)`insert into users (name) values ('before')`;
      const strings = Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray;
      assert.equal((await refusal(one.inside(transaction)(strings))).code, "VALIDATION_ERROR", text);
      await one.rollback(transaction);
      one.end();
      assert.equal(await counted("before"), 0, text);
    }
    const one = openCall(calls);
    const transaction = await one.begin();
    await one.inside(transaction)`insert into users (name) values ('before')`;
    await one.inside(transaction)`create temporary table passing (id int)`;
    await one.rollback(transaction);
    assert.equal(await counted("before"), 0, "a temporary table commits nothing");
  });

  test("a transaction that a procedure or a deadlock has ended takes no further statement, and no commit", async () => {
    const { calls } = open();
    await openCall(calls).sql`create procedure ends_it() begin commit; end`;
    const one = openCall(calls);
    const first = await one.begin();
    const ended = await refusal(one.inside(first)`call ends_it()`);
    assert.deepEqual([ended.code, /was committed/.test(ended.message)], ["QUERY_FAILED", true]);
    assert.equal((await refusal(one.inside(first)`insert into users (name) values ('after')`)).code, "QUERY_FAILED");
    assert.equal((await refusal(one.commit(first))).code, "QUERY_FAILED");

    await one.sql`create table locks (id int primary key, n int)`;
    await one.sql`insert into locks values (1, 0), (2, 0)`;
    const [a, b] = [openCall(calls), openCall(calls)];
    const [ofA, ofB] = [await a.begin(), await b.begin()];
    await a.inside(ofA)`update locks set n = 1 where id = 1`;
    await b.inside(ofB)`update locks set n = 2 where id = 2`;
    const crossing = await Promise.allSettled([
      a.inside(ofA)`update locks set n = 1 where id = 2`,
      b.inside(ofB)`update locks set n = 2 where id = 1`,
    ]);
    const lost = crossing[0].status === "rejected" ? { call: a, id: ofA } : { call: b, id: ofB };
    assert.equal(crossing.filter(({ status }) => status === "rejected").length, 1);
    const later = await refusal(lost.call.inside(lost.id)`insert into users (name) values ('after')`);
    assert.deepEqual([later.code, /rolled back the whole/.test(later.message)], ["QUERY_FAILED", true]);
    assert.equal((await refusal(lost.call.commit(lost.id))).code, "QUERY_FAILED");
    a.end();
    b.end();
    assert.equal((await openCall(calls).sql`select 1 from users where name = 'after'`).count, 0);
  });

  test("a read-only connection cannot be made to write", async () => {
    const owner = call();
    await owner.sql`create function loosen() returns int begin set session transaction read write; return 1; end`;
    await owner.sql`create function write_it() returns int begin insert into users (name) values ('sneaked'); return 1; end`;
    await owner.sql`create procedure sneak() begin commit; start transaction read write; insert into users (name) values ('sneaked'); commit; end`;
    const { calls } = open({ readOnly: true });
    const one = openCall(calls);
    for (const attempt of [
      () => one.sql`insert into users (name) values ('written')`,
      () => one.sql`call sneak()`,
      () => one.sql`set session transaction read write`,
      () => one.sql`create table written (id int)`,
      () => one.sql`select 1 into outfile '/tmp/ferrule-never'`,
      () => one.sql`select 1 /*! into outfile '/tmp/ferrule-never' */`,
      () => one.sql`with w as (select 1) delete from users`,
      () => one.sql`select write_it()`,
      () => one.sql`select loosen() union select write_it()`,
    ]) {
      assert.match((await refusal(attempt())).code, /^(?:QUERY_FAILED|VALIDATION_ERROR)$/);
    }
    // A session's settings outlast a statement. Nevertheless, the next transaction only reads.
    await one.sql`select loosen()`;
    for (let n = 0; n < 3; n += 1) assert.equal((await refusal(one.sql`select write_it()`)).code, "QUERY_FAILED");
    const transaction = await one.begin({ readOnly: false, isolation: "serializable" });
    assert.equal((await refusal(one.inside(transaction)`with w as (select 1) delete from users`)).code, "QUERY_FAILED");
    one.end();
    assert.equal((await openCall(calls).sql`select 1 from users where name in ('written', 'sneaked')`).count, 0);
  });

  test("what a call leaves in its session is gone for the next one", async () => {
    const { calls } = open({ poolSize: 1 });
    const one = openCall(calls);
    await one.sql`select @mine := 'stolen', get_lock('mine', 1), last_insert_id(77)`;
    await one.sql`create temporary table mine (secret text)`;
    one.end();
    const next = openCall(calls, { tenantId: "other" });
    const { rows } =
      await next.sql`select @mine as mine, is_free_lock('mine') as free, @@session.time_zone as zone, @@session.max_statement_time as slow`;
    assert.deepEqual(
      [rows[0]?.["mine"], Number(rows[0]?.["free"]), rows[0]?.["zone"], Number(rows[0]?.["slow"])],
      [null, 1, "+00:00", 2],
    );
    assert.match((await refusal(next.sql`select * from mine`)).message, /doesn't exist/);
  });

  test("more rows or bytes than the connection allows end the statement while it arrives", async () => {
    const { calls } = open({ maxRows: 100, maxBytes: 65_536, statementTimeoutMs: 10_000 });
    // The server sends more rows at once than fit into 64 KiB.
    const few = open({ maxRows: 100, statementTimeoutMs: 10_000 }).calls;
    const rows = await refusal(openCall(few).sql`select seq from seq_1_to_100000000`);
    assert.deepEqual([rows.code, /100 rows/.test(rows.message)], ["LIMIT_EXCEEDED", true]);
    assert.equal((await openCall(calls).sql`select repeat('x', 65000) as fits`).count, 1);
    const over = await refusal(openCall(calls).sql`select repeat('x', 65600) as large`);
    assert.equal(over.code, "LIMIT_EXCEEDED", "to the byte, not 256 KiB later");
    const bytes = await refusal(openCall(calls).sql`select repeat('x', 15000000) as huge`);
    assert.deepEqual([bytes.code, /65536 bytes/.test(bytes.message)], ["LIMIT_EXCEEDED", true]);
    assert.equal((await openCall(calls).sql`select 1 as one`).count, 1);
  });

  test("a statement that takes too long is ended by the server, and one whose call has ended, too", async () => {
    const slow = await refusal(call({ statementTimeoutMs: 300 }).sql`select sleep(30)`);
    assert.equal(slow.code, "LIMIT_EXCEEDED");
    const gone = call({ statementTimeoutMs: 60_000, poolSize: 1 });
    const sleeping = gone.sql`select sleep(31)`;
    const watching = call();
    const asleep = async () =>
      (await watching.sql`select 1 from information_schema.processlist where info like 'select sleep(31%'`).count;
    await eventually(async () => ((await asleep()) === 1 ? true : undefined), 20_000);
    gone.end();
    await assert.rejects(sleeping);
    await eventually(async () => ((await asleep()) === 0 ? true : undefined), 20_000);
  });

  test("a hundred hostile calls at once are bounded, and nobody sees another's rows", async () => {
    const { calls } = open({ poolSize: 4, statementTimeoutMs: 500, maxBytes: 65_536, maxRows: 50 });
    const hostile: ((tag: ReturnType<typeof openCall>["sql"]) => Promise<unknown>)[] = [
      (tag) => tag`select sleep(10)`,
      (tag) => tag`load data infile '/etc/passwd' into table users`,
      (tag) => tag`select repeat('x', 10000000)`,
      (tag) => tag`select seq from seq_1_to_100000000`,
      (tag) => tag`select @tenant := 'stolen'`,
    ];
    const attacks = Array.from({ length: 100 }, async (_, at) => {
      const { sql, end } = openCall(calls, { tenantId: `hostile-${at % 5}` });
      await hostile[at % hostile.length]!(sql).catch(() => undefined);
      end();
    });
    for (let number = 0; number < 10; number += 1) {
      const { sql } = openCall(calls, { tenantId: `tenant-${number}` });
      const { rows } = await sql`select ${`tenant-${number}`} as tenant, @tenant as seen`;
      assert.deepEqual(rows, [{ tenant: `tenant-${number}`, seen: null }]);
    }
    await Promise.all(attacks);
  });

  test("what is wrong with an address or a password is said without the password", async () => {
    const wrong = server.url.replace(/:[^:@]+@/, ":another-word@");
    const { code, message } = await refusal(call({ url: wrong }).sql`select 1`);
    assert.equal(code, "UNAVAILABLE");
    assert.match(message, /Access denied/);
    assert.doesNotMatch(message, /another-word/);
  });

  test("the tables are read with the types that rows have", async () => {
    const { databases } = open();
    const signal = new AbortController().signal;
    const place = {
      projectId: "prj_1",
      environment: "development",
      name: "shop",
      deploymentId: null,
      tenantId: "x",
    } as const;
    const borrowed = await databases.borrow(place, signal);
    const { tables } = await borrowed.readTables(signal);
    borrowed.giveBack();
    const users = tables.find(({ name }) => name === "users");
    assert.deepEqual(
      users?.columns.map(({ name, jsonType }) => [name, jsonType]),
      [
        ["id", "string"],
        ["name", "string | null"],
        ["document", "unknown"],
      ],
    );
  });
});
