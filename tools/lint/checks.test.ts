import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCircles } from "./check-circles.ts";
import { checkFolders } from "./check-folders.ts";
import { checkStatements } from "./check-statements.ts";
import { tableOwners } from "./table-owners.ts";

const sources = (texts: Record<string, string>) => new Map(Object.entries(texts));

/** Migrations that create every table that has an owner. */
const migrations = sources({
  "0001.sql": Object.values(tableOwners)
    .flat()
    .map((table) => `create table ${table} (id text);`)
    .join("\n"),
});
const statements = (path: string, text: string) => checkStatements(sources({ [path]: text }), migrations, []);

test("names the files of a circle, also where it leads through types, re-exports and later imports", () => {
  const found = checkCircles(
    sources({
      "kit/a.ts": `import type { B } from "./deep/b.ts"; export type A = B;`,
      "kit/deep/b.ts": `export { c as B } from "@ferrule/kit/c.ts";`,
      "kit/c.ts": `export const c = () => import("./a.ts");`,
      "kit/d.ts": `import { c } from "./c.ts"; export const d = c;`,
    }),
  );
  assert.equal(found.length, 1);
  for (const path of ["kit/a.ts", "kit/deep/b.ts", "kit/c.ts"])
    assert.match(found[0] ?? "", new RegExp(`${path} imports`));
  assert.doesNotMatch(found[0] ?? "", /kit\/d\.ts/);
});

test("finds no circle where files only lead to one another", () => {
  const one = { "kit/a.ts": `import "./b.ts"; import "./c.ts";`, "kit/b.ts": `import "./c.ts";`, "kit/c.ts": "" };
  assert.deepEqual(checkCircles(sources(one)), []);
});

test("names two folders that import each other though no files do, and whoever does so without need", () => {
  const texts = {
    "worker/a/one.ts": `import "../b/one.ts";`,
    "worker/a/two.ts": "",
    "worker/a/own.test.ts": `import "../c/one.ts";`,
    "worker/b/one.ts": "",
    "worker/b/two.ts": `import type { Two } from "@ferrule/worker/a/two.ts";`,
    "worker/c/one.ts": `import "../a/two.ts";`,
  };
  const [found, ...more] = checkFolders(sources(texts), {});
  assert.match(found ?? "", /^worker\/a and worker\/b import each other:\n/);
  assert.deepEqual(more, []);
  assert.deepEqual(checkFolders(sources(texts), { "worker/a worker/b": "a reason" }), []);
  assert.match(
    checkFolders(sources({ ...texts, "worker/b/two.ts": "" }), { "worker/a worker/b": "a reason" }).join(),
    /worker\/a and worker\/b no longer import each other/,
  );
});

test("refuses SQL outside the files of statements, as a template, as text and through the builder", () => {
  for (const text of [
    "const a = sql`select 1`;",
    "const a = sql<number>`select 1`;",
    `const a = tx.selectFrom("users").selectAll();`,
    `await client.query("delete from users where id = $1");`,
  ])
    assert.match(statements("control-plane/users/update-user.ts", text).join(), /update-user\.ts holds SQL/);
  assert.deepEqual(statements("control-plane/users/update-user.ts", `const verb = "update the user";`), []);
  assert.deepEqual(statements("control-plane/users/queries/names.ts", "const a = sql`select name from users`;"), []);
});

test("refuses another slice's tables, however they are named", () => {
  for (const text of [
    "const a = sql`select 1 from users u, jobs j where j.id = u.id`;",
    "const a = sql`select (select count(*) from jobs) from users`;",
    `const a = tx.selectFrom("users").innerJoin("jobs as job", "job.id", "users.id");`,
    `const a = tx.selectFrom(["users", "jobs"]);`,
  ])
    assert.match(statements("control-plane/users/queries.ts", text).join(), /reads jobs: call what jobs exports/);
  for (const text of [
    "const a = sql`update jobs set status = 'failed'`;",
    "const a = sql`with gone as (delete from jobs returning id) select 1`;",
    `const a = tx.insertInto("jobs").values({});`,
    `const jobs = rowsOf("jobs");`,
    `await revise(scope, "jobs", id, {});`,
  ])
    assert.match(statements("control-plane/users/queries.ts", text).join(), /writes jobs, which belongs to jobs/);
});

test("takes `for update` and `do update` for no table", () => {
  const text =
    "const a = sql`insert into users (id) values (1) on conflict do update set id = 1`; sql`select 1 from users for update of run`;";
  assert.deepEqual(statements("control-plane/users/queries.ts", text), []);
});

test("lets a file read what it is listed for, and refuses an entry that nothing needs", () => {
  const path = "control-plane/users/queries.ts";
  const allowed = [{ because: "a test", files: { "users/queries.ts": ["jobs"] } }];
  const check = (text: string) => checkStatements(sources({ [path]: text }), migrations, allowed);
  assert.deepEqual(check("const a = sql`select 1 from jobs`;"), []);
  assert.match(check("const a = sql`delete from jobs`;").join(), /writes jobs/);
  assert.match(
    check("const a = sql`select 1 from users`;").join(),
    /lets users\/queries\.ts read jobs, which it does not/,
  );
});

test("wants conditions left out where there is no value, in place of a test for null", () => {
  const path = "control-plane/jobs/queries.ts";
  const bad = "const a = sql`select 1 from jobs where (${at ?? null}::timestamptz is null or due_at < ${at})`;";
  assert.match(statements(path, bad).join(), /tests a value for null/);
  const column = "const a = sql`select 1 from jobs where (due_at is null or due_at < ${at})`;";
  assert.deepEqual(statements(path, column), []);
});

test("wants an owner for each table that a migration creates, and a table for each that is owned", () => {
  const made = new Map([...migrations, ["0002.sql", "create unlogged table stray (id text);"]]);
  assert.match(checkStatements(new Map(), made, []).join(), /stray has no owner/);
  assert.match(checkStatements(new Map(), new Map(), []).join(), /No migration creates users/);
});
