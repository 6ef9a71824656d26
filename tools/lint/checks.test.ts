import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkCircles } from "./check-circles.ts";
import { checkFloors, checkFolderSizes } from "./check-floors.ts";
import { checkFunctionSettings } from "./check-function-settings.ts";
import { checkHandlers } from "./check-handlers.ts";
import { checkHostCalls } from "./check-host-calls.ts";
import { checkInternalPaths } from "./check-internal-paths.ts";
import { checkPortable } from "./check-portable.ts";
import { checkSettings } from "./check-settings.ts";
import { checkStatements } from "./check-statements.ts";
import { catalogues, unordered } from "./floors.ts";
import { nextStep } from "./next-step.ts";
import { readTexts, sourceFiles } from "./source-files.ts";
import { tableOwners } from "./table-owners.ts";

const root = join(import.meta.dirname, "..", "..");

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

test("refuses an import that leads up, also of a type, and a folder without a floor", () => {
  const floors = {
    worker: { floors: [["ground"], ["a", "b"]] },
    "worker/a": { floors: [["low"], ["high"]] },
    kit: { floors: [["deep"]], beside: true as const },
  };
  const texts = {
    "worker/a/low/one.ts": `import "../high/one.ts";`,
    "worker/a/high/one.ts": `import "../low/one.ts";`,
    "worker/ground/low.ts": `import type { One } from "@ferrule/worker/a/one.ts";`,
    "worker/a/one.ts": `import "../b/one.ts"; import "../ground/low.ts";`,
    "worker/a/own.test.ts": `import "../main.ts";`,
    "worker/b/one.ts": `import "../a/one.ts"; import "../main.ts";`,
    "worker/main.ts": `import "./a/one.ts";`,
    "worker/c/one.ts": "",
    "kit/deep/one.ts": `import "../log.ts";`,
    "kit/log.ts": `import "./deep/one.ts";`,
  };
  assert.deepEqual(checkFloors(sources(texts), floors), [
    "worker/a/low/one.ts imports worker/a/high/one.ts, but high stands above low (tools/lint/floors.ts).",
    "worker/ground/low.ts imports worker/a/one.ts, but a stands above ground (tools/lint/floors.ts).",
    "worker/b/one.ts imports worker/main.ts, but the root stands above b (tools/lint/floors.ts).",
    "worker/c has no floor: list it in tools/lint/floors.ts.",
    "worker: a, b import each other in a circle. Put one on a floor above the others.",
  ]);
  const together = { ...floors, worker: { ...floors.worker, together: "They share one thing." } };
  assert.doesNotMatch(checkFloors(sources(texts), together).join(), /circle/);
  assert.deepEqual(checkFloors(readTexts(root, sourceFiles(root))), []);
});

test("refuses a folder with too many files of its own, unless it is a catalogue", () => {
  const filled = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.ts`);
  assert.deepEqual(checkFolderSizes([...filled("kit", 25), ...filled("kit/deep", 26), ...filled("bench", 26)]), [
    "kit/deep has 26 files: give it folders of at most 25.",
  ]);
  const present = readTexts(root, sourceFiles(root));
  assert.deepEqual(checkFolderSizes(present.keys()), []);
  for (const folder of [...catalogues, ...unordered])
    assert.ok(existsSync(join(root, folder)), `tools/lint/floors.ts names ${folder}, which does not exist.`);
});

test("refuses an operation in a file of another name, and a change among the reads", () => {
  const handlers = `
    export { createKey } from "./create-key.ts";
    export { deleteKey } from "./keys/create-key.ts";
    export { getKey, listKeys, rotateKey } from "./keys/reads.ts";`;
  assert.deepEqual(checkHandlers(sources({ "control-plane/serving/keys/handlers.ts": handlers })), [
    "control-plane/serving/keys/handlers.ts names deleteKey of create-key.ts: its file is delete-key.ts.",
    "control-plane/serving/keys/handlers.ts names rotateKey of reads.ts: its file is rotate-key.ts.",
  ]);
  assert.deepEqual(checkHandlers(readTexts(root, sourceFiles(root))), []);
});

test("refuses SQL outside the files of statements, as a template, as text and through the builder", () => {
  for (const text of [
    "const a = sql`select 1`;",
    "const a = sql<number>`select 1`;",
    `const a = tx.selectFrom("users").selectAll();`,
    `await client.query("delete from users where id = $1");`,
  ])
    assert.match(statements("control-plane/people/users/update-user.ts", text).join(), /update-user\.ts holds SQL/);
  assert.deepEqual(statements("control-plane/people/users/update-user.ts", `const verb = "update the user";`), []);
  assert.deepEqual(
    statements("control-plane/people/users/queries/names.ts", "const a = sql`select name from users`;"),
    [],
  );
});

test("refuses another slice's tables, however they are named", () => {
  for (const text of [
    "const a = sql`select 1 from users u, jobs j where j.id = u.id`;",
    "const a = sql`select (select count(*) from jobs) from users`;",
    `const a = tx.selectFrom("users").innerJoin("jobs as job", "job.id", "users.id");`,
    `const a = tx.selectFrom(["users", "jobs"]);`,
  ])
    assert.match(
      statements("control-plane/people/users/queries.ts", text).join(),
      /reads jobs: call what jobs exports/,
    );
  for (const text of [
    "const a = sql`update jobs set status = 'failed'`;",
    "const a = sql`with gone as (delete from jobs returning id) select 1`;",
    `const a = tx.insertInto("jobs").values({});`,
    `const jobs = rowsOf("jobs");`,
    `const jobs = rowsWithin("jobs", "projectId");`,
    `await revise(scope, "jobs", id, {});`,
  ])
    assert.match(
      statements("control-plane/people/users/queries.ts", text).join(),
      /writes jobs, which belongs to jobs/,
    );
});

test("takes `for update` and `do update` for no table", () => {
  const text =
    "const a = sql`insert into users (id) values (1) on conflict do update set id = 1`; sql`select 1 from users for update of run`;";
  assert.deepEqual(statements("control-plane/people/users/queries.ts", text), []);
});

test("lets a file read what it is listed for, and refuses an entry that nothing needs", () => {
  const path = "control-plane/people/users/queries.ts";
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
  const path = "control-plane/ground/jobs/queries.ts";
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

test("wants every reader of a setting to read it, itself or through the contract", () => {
  const texts = sources({
    "contract/settings/settings.ts": `export const settings = { A: { readers }, B: { readers }, C: {}, D: {}, E: {} };`,
    "contract/read.ts": `import "./settings.ts"; export const read = ({ B: b }: Settings) => b;`,
    "gateway/settings.ts": `import { read } from "@ferrule/contract/read.ts"; export const a = settings.A;`,
    "gateway/own.test.ts": `settings.C;`,
    "worker/settings.ts": "/** What A and B mean. */",
    "kit/other.ts": `settings.D;`,
    "start.ts": `settings["E"];`,
  });
  const of = (...readers: string[]) => ({ readers });
  const found = checkSettings(
    { A: of("gateway", "worker"), B: of("gateway"), C: of("gateway"), D: of("worker"), E: of("start") },
    texts,
  );
  assert.deepEqual(
    found.map((line) => line.replace(/: .*reader /, " ").replace(/, which.*/, "")),
    ["A worker", "C gateway", "D worker"],
  );
});

test("wants a declaration and a page of the documentation for each host call", () => {
  const worker = `return {\n  "queue.push": push,\n  hostCalls: { fetch, "fetch.read": read } };`;
  const check = (declarations: string, docs: string) =>
    checkHostCalls({ guest: `answerOf("queue.push", { id }); request(\n  "fetch.read");`, worker, declarations, docs });
  const fetches = "declare function fetch(url: string): void;\n";
  const declared = `${fetches}  push(id: string): Promise<void>;`;
  assert.deepEqual(check(declared, "`fetch` and `queue.pull/push(id)`"), []);
  assert.deepEqual(check(declared, "`fetch` and the queue"), [
    "queue.push: no page of docs/ names queue.push. Write it in docs/functions.md.",
  ]);
  assert.match(check(fetches, "`fetch` and `queue.push(id)`").join(), /queue\.push: no file .* declares push/);
  assert.match(check(declared, "`queue.push(id)`").join(), /fetch\.read: no page/);
});

test("wants the worker to offer what the guest asks for, and the guest to ask for what the worker offers", () => {
  const found = checkHostCalls({
    guest: `answerOf("cache.get", { key })`,
    worker: `  "cache.gets": async () => {},\n  "http.request.method": method,`,
    declarations: "  get(key: string): void;",
    docs: "`cache.get`",
  });
  assert.deepEqual(found, [
    "cache.gets: the worker offers it, but no file of worker/running/sandbox/guest/ asks for it.",
    "cache.get: the guest asks for it, but the worker does not offer it.",
  ]);
});

test("wants each setting of a Function declared, documented and in the form, and each kind of permission too", () => {
  const whole = {
    settings: ["timeoutMs"],
    kinds: ["queues"],
    declarations: "readonly timeoutMs?: number; readonly queues?: string[];",
    page: "`timeoutMs` and queues",
    form: `draft.change("timeoutMs", value)`,
  };
  assert.deepEqual(checkFunctionSettings(whole), []);
  assert.deepEqual(checkFunctionSettings({ ...whole, declarations: "", page: "`timeoutMs`", form: "" }), [
    "timeoutMs: contract/guest/ferrule-config.d.ts does not declare it.",
    "queues: contract/guest/ferrule-config.d.ts does not declare it.",
    "queues: docs/functions.md does not name it.",
    "timeoutMs: no field of the form in console/pages/functions/code/ changes it.",
  ]);
});

test("ends a run with what to do next, first what a command mends, and nothing twice", () => {
  assert.equal(nextStep(["types", "types"], false), "Next: Correct the types at the places above.");
  assert.match(nextStep(["floors", "format"], false), /^Next: Run `npm run fix`\. Move the file up/);
  assert.doesNotMatch(nextStep(["format", "lint"], false), /fix`.*fix`/);
  assert.match(nextStep([], false), /npm test -- --changed/);
  assert.match(nextStep([], true), /npm run check/);
});

test("refuses a path of /internal that is written out, and no other text", () => {
  const texts = {
    "worker/ask.ts": 'ask("/internal/jobs/claim");',
    "worker/deep/ask.ts": "ask(`/internal/jobs/${id}/complete`, `${url}/internal/ready`);",
    "worker/own.test.ts": 'ask("/internal/jobs/claim");',
    "worker/free.ts":
      '// "/internal/x"\nimport "@ferrule/contract/internal/jobs.ts"; import "../internal/parse.ts"; "/internal";',
    "contract/internal/routes.ts": 'export const path = "/internal/ready";',
  };
  assert.deepEqual(
    checkInternalPaths(sources(texts)).map((found) => found.split(": ", 1)[0]),
    [
      "worker/ask.ts writes out /internal/jobs/claim",
      "worker/deep/ask.ts writes out /internal/jobs/${id}/complete",
      "worker/deep/ask.ts writes out /internal/ready",
    ],
  );
  assert.deepEqual(checkInternalPaths(readTexts(root, sourceFiles(root))), []);
});

test("names what would keep the developers' command from running on every system and on Node 20", () => {
  const planted = [
    `open("/dev/tty");`,
    `process.getuid();`,
    `process.on("SIGTERM", end);`,
    `import { spawn } from "node:child_process";`,
    `const { spawn } = await import("node:child_process");`,
    `run("sh", ["-c"]);`,
    `run(file, { shell: true });`,
    `import { join } from "node:path/posix";`,
    `const { promise } = Promise.withResolvers();`,
    `await using file = open();`,
  ];
  const good = [`process.on("SIGINT", end);`, `// /dev/null`, `" /tmp/ in a text";`];
  const path = "cli/developer/canary.ts";
  const found = checkPortable(sources({ [path]: [...planted, ...good].join("\n") }));
  assert.deepEqual(
    [...new Set(found.map((each) => Number(/:(\d+) /.exec(each)?.[1])))],
    planted.map((_, at) => at + 1),
  );
  assert.equal(checkPortable(sources({ "cli/folder/a.ts": planted[0]! })).length, 1);
  assert.deepEqual(checkPortable(sources({ "cli/developer/a.test.ts": planted[0]!, "cli/main.ts": planted[0]! })), []);
  assert.deepEqual(checkPortable(readTexts(root, sourceFiles(root))), []);
});
