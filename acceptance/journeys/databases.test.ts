import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client as Admin } from "pg";
import type { Client } from "@ferrule/contract/client.ts";
import { startSecondPostgres, type SecondPostgres } from "../databases/second-postgres.ts";
import { createEndpoint, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform, type SharedPlatform } from "../platform.ts";

// The `any` in it is the attack: whatever the types refuse must also be refused at run time.
const source = `
import { FunctionError, type Context } from "ferrule";
interface Input {
  word: string;
  how?: "ask" | "string" | "compose" | "transaction" | "throw" | "hang" | "nap" | "doze" | "fail" | "undeclared" | "values";
}
const codeOf = (run: () => unknown) => Promise.resolve().then(run).then(() => "it ran", (error) => error.code);
export default async function ask({ word, how = "ask" }: Input, ctx: Context) {
  const { sql } = ctx;
  if (how === "string") {
    // The types refuse all three calls. A Function can get round its types, so the platform must refuse them, too.
    const text: any = "select " + word;
    const made: any = Object.assign([text], { raw: [text] });
    return [await codeOf(() => sql(text)), await codeOf(() => sql(made)), await codeOf(() => (sql as any)(text, 1))];
  }
  if (how === "compose") {
    const conditions = [sql\`word = \${word}\`, sql\`one in (\${sql.list([1, 2])})\`];
    const from = sql\`(select \${word}::text as word, 1 as one) as \${sql.identifier("odd \\" name")}\`;
    return sql\`select \${sql.identifier("one")}, \${sql.json({ word })}::jsonb as document from \${from} where \${sql.join(conditions, "and")}\`;
  }
  if (how === "values") {
    return sql\`select \${new Uint8Array([0, 255])}::bytea as bytes, \${new Date(0)}::timestamptz as at, \${12n}::bigint as big, \${["a", null]}::text[] as list\`;
  }
  if (how === "transaction" || how === "throw" || how === "nap" || how === "doze" || how === "hang") {
    return sql.begin(async (tx) => {
      const { count } = await tx\`insert into words (word) values (\${word})\`.result();
      if (how === "throw") throw new FunctionError("CHANGED_ITS_MIND", "No.");
      if (how === "nap") await new Promise((done) => setTimeout(done, 1_500));
      if (how === "doze") {
        await new Promise((done) => setTimeout(done, 14_000));
        await tx\`select 1\`;
      }
      if (how === "hang") await new Promise(() => setTimeout(() => undefined, 600_000));
      return count;
    });
  }
  if (how === "fail") return sql\`select * from \${sql.identifier("missing_" + word)}\`;
  if (how === "undeclared") return [await codeOf(() => sql("other")\`select 1\`)];
  const rows = await sql<{ word: string; one: number }>\`select \${word}::text as word, 1 as one\`;
  return { rows, count: (await sql\`select from generate_series(1, 3)\`.result()).count };
}
`;

describe("a Function's databases", () => {
  let platform: SharedPlatform;
  let second: SecondPostgres;
  let client: Client;
  let admin: Admin;
  let connectionId: string;
  let url: string;
  let key: string;

  before(async () => {
    platform = await shareTestPlatform();
    second = await startSecondPostgres(platform.databasePort);
    client = await platform.signInAsOwner();
    await openProject(client);
    const connection = { name: "shop", url: second.url, tls: "off", readOnly: false } as const;
    connectionId = (await client.createConnection({ body: { ...connection, environment: "development" } })).id;
    admin = new Admin({ connectionString: second.directUrl });
    await admin.connect();
    await admin.query("create table words (id bigserial primary key, word text not null, at timestamptz)");
    const permissions = { secrets: [], hosts: [], collections: [], cache: false, connections: ["shop"] };
    const endpoint = await createEndpoint(client, "http", "api");
    // Only the Function that runs out of time on purpose has a short limit.
    for (const [slug, timeoutMs] of [
      ["ask", 20_000],
      ["hang", 2_000],
    ] as const) {
      const { id: functionId } = await client.createFunction({ body: { slug, source, permissions, timeoutMs } });
      const binding = { functionId, method: "POST" as const, path: `/${slug}` };
      await client.createHttpBinding({ params: { endpointId: endpoint.id }, body: binding });
    }
    const { id: functionId } = await client.createFunction({
      body: { slug: "left", source, permissions, timeoutMs: 20_000 },
    });
    const params = { endpointId: endpoint.id };
    await client.createHttpBinding({ params, body: { functionId, method: "GET", path: "/read" } });
    await client.createHttpBinding({ params, body: { functionId, method: "POST", path: "/finish" } });
    const cancelled = { functionId, method: "POST", path: "/cancel", whenClientLeaves: "cancel" } as const;
    const made = await client.createHttpBinding({ params, body: cancelled });
    assert.equal(made.whenClientLeaves, "cancel");
    key = await issueKey(client, endpoint.id);
    url = endpoint.urls.development;
    await deploy(client);
  });
  after(async () => {
    await admin?.end();
    await platform?.stop();
    await second?.[Symbol.asyncDispose]();
  });

  let calls = 0;
  async function call(path: string, input: object) {
    const requestId = `sql-${process.pid}-${(calls += 1)}`;
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "x-api-key": key, "x-request-id": requestId, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return { requestId, status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test("a deployed Function asks its database through the gateway, and the timeline has the statement", async () => {
    const word = "'; drop table users; --";
    const { requestId, status, body } = await call("/ask", { word });
    assert.deepEqual([status, body], [200, { rows: [{ word, one: 1 }], count: 3 }]);
    const { hostCalls } = await executionOf(client, requestId);
    assert.deepEqual(
      hostCalls.map(({ name, ok, statement }) => ({ name, ok, statement })),
      [
        {
          name: "sql.query",
          ok: true,
          statement: { connection: "shop", statement: "select $1::text as word, 1 as one", rows: 1 },
        },
        {
          name: "sql.query",
          ok: true,
          statement: { connection: "shop", statement: "select from generate_series(1, 3)", rows: 3 },
        },
      ],
    );
  });

  const answerOf = async (input: object) => (await call("/ask", input)).body as unknown;
  const stored = async (word: string) => (await admin.query("select from words where word = $1", [word])).rowCount;

  test("text cannot become a statement, and fragments, names, lists and JSON compose one", async () => {
    const refused = ["VALIDATION_ERROR", "VALIDATION_ERROR", "VALIDATION_ERROR"];
    assert.deepEqual(await answerOf({ word: "1", how: "string" }), refused);
    const word = `x') or 1 = 1 -- "`;
    assert.deepEqual(await answerOf({ word, how: "compose" }), [{ one: 1, document: { word } }]);
    assert.deepEqual(await answerOf({ word, how: "values" }), [
      { bytes: "AP8=", at: "1970-01-01T00:00:00Z", big: "12", list: ["a", null] },
    ]);
  });

  test("a transaction is kept when it returns, and gone when it throws or its call runs out of time", async () => {
    assert.equal(await answerOf({ word: "kept", how: "transaction" }), 1);
    assert.equal((await call("/ask", { word: "thrown", how: "throw" })).status, 500);
    const hanging = await call("/hang", { word: "hung", how: "hang" });
    assert.equal((hanging.body["error"] as { code: string }).code, "FUNCTION_TIMEOUT");
    assert.deepEqual([await stored("kept"), await stored("thrown"), await stored("hung")], [1, 0, 0]);
    await eventually(async () => {
      const open = await admin.query("select from pg_stat_activity where state like 'idle in transaction%'");
      return open.rowCount === 0 ? true : undefined;
    }, 20_000);
  });

  const inTransaction = async () =>
    (await admin.query("select from pg_stat_activity where state like 'idle in transaction%'")).rowCount ?? 0;

  for (const [path, method, word, status] of [
    ["/read", "GET", "left-read", "cancelled"],
    ["/cancel", "POST", "left-cancel", "cancelled"],
    ["/finish", "POST", "left-finish", "succeeded"],
  ] as const) {
    test(`a client that leaves ${method} ${path} in a transaction: it is ${status}, and no lock is left`, async () => {
      const how = status === "cancelled" ? "hang" : "nap";
      const requestId = `sql-left-${process.pid}-${word}`;
      const leaving = new AbortController();
      const asked = fetch(`${url}${path}${method === "GET" ? `?word=${word}&how=${how}` : ""}`, {
        method,
        headers: { "x-api-key": key, "x-request-id": requestId, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify({ word, how }) }),
        signal: leaving.signal,
      });
      await eventually(async () => ((await inTransaction()) > 0 ? true : undefined), 20_000);
      leaving.abort();
      await assert.rejects(asked);
      assert.equal((await executionOf(client, requestId)).status, status);
      await eventually(async () => ((await inTransaction()) === 0 ? true : undefined), 5_000);
      assert.equal(await stored(word), status === "succeeded" ? 1 : 0);
    });
  }

  test("a call that goes on without its client loses a transaction that has nothing to do for ten seconds", async () => {
    const requestId = `sql-left-${process.pid}-doze`;
    const leaving = new AbortController();
    const asked = fetch(`${url}/finish`, {
      method: "POST",
      headers: { "x-api-key": key, "x-request-id": requestId, "content-type": "application/json" },
      body: JSON.stringify({ word: "left-doze", how: "doze" }),
      signal: leaving.signal,
    });
    await eventually(async () => ((await inTransaction()) > 0 ? true : undefined), 20_000);
    leaving.abort();
    await assert.rejects(asked);
    const { status, error } = await executionOf(client, requestId);
    assert.deepEqual([status, error?.code], ["failed", "UNAVAILABLE"]);
    assert.match(error?.message ?? "", /rolled back: the client had left/);
    assert.deepEqual([await inTransaction(), await stored("left-doze")], [0, 0]);
  });

  test("a killed worker leaves no transaction open", async () => {
    const hanging = call("/ask", { word: "killed", how: "hang" }).catch(() => undefined);
    await eventually(async () => ((await inTransaction()) > 0 ? true : undefined), 20_000);
    for (const worker of platform.workers) process.kill(worker.pid ?? 0, "SIGKILL");
    await eventually(async () => ((await inTransaction()) === 0 ? true : undefined), 20_000);
    await hanging;
    assert.equal(await stored("killed"), 0);
    await eventually(async () => ((await call("/ask", { word: "again" })).status === 200 ? true : undefined), 20_000);
  });

  test("what a database refuses is told to the author and not to the caller", async () => {
    const { requestId, status, body } = await call("/ask", { word: "table", how: "fail" });
    assert.deepEqual([status, (body["error"] as { code: string }).code], [500, "QUERY_FAILED"]);
    assert.doesNotMatch(JSON.stringify(body), /missing_table|relation/);
    const { error } = await executionOf(client, requestId);
    assert.match(error?.message ?? "", /relation "missing_table" does not exist/);
    assert.deepEqual(await answerOf({ word: "x", how: "undeclared" }), ["NOT_GRANTED"]);
  });

  test("a connection is tested by a worker, its tables are read, and a Function's types have them", async () => {
    const test = await client.testConnection({ params: { connectionId } });
    assert.deepEqual([test.ok, /^PostgreSQL [0-9.]+ answered\.$/.test(test.message)], [true, true]);
    const { tables } = await client.updateConnectionSchema({ params: { connectionId } });
    assert.deepEqual(
      tables.map(({ name, columns }) => [name, columns.map((column) => column.jsonType)]),
      [["words", ["string", "string", "string | null"]]],
    );
    assert.match(
      await client.getFunctionTypes({}),
      /"words": \{ "id": string; "word": string; "at": string \| null \}/,
    );
    const typed = (field: string) =>
      client.createFunction({
        body: {
          slug: `typed-${field}`,
          source: `import type { Context, Tables } from "ferrule";\nexport default async (_input: object, ctx: Context) => {\n  const [row] = await ctx.sql<Tables["words"]>\`select * from words\`;\n  return row?.${field} ?? null;\n};\n`,
          permissions: { secrets: [], hosts: [], collections: [], cache: false, connections: ["shop"] },
        },
      });
    const checked = async (field: string) =>
      (await client.validateFunction({ params: { functionId: (await typed(field)).id }, body: {} })).valid;
    assert.deepEqual([await checked("word"), await checked("wort")], [true, false]);
  });

  test("a test of a wrong URL says what is wrong, and never the password", async () => {
    const url = "postgres://reader:never-shown-word@127.0.0.1:9/shop";
    const body = { name: "wrong", environment: "development", url, tls: "off" } as const;
    const { id } = await client.createConnection({ body });
    const { ok, message } = await client.testConnection({ params: { connectionId: id } });
    assert.equal(ok, false);
    assert.match(message, /private or special address.*DATABASE_ALLOW_PRIVATE/);
    assert.doesNotMatch(message, /never-shown-word/);
  });

  test("a change is in force without a deployment, and a deletion too", async () => {
    const { revision } = await client.getConnection({ params: { connectionId } });
    const headers = { "if-match": `"${revision}"` };
    await client.updateConnection({ params: { connectionId }, body: { readOnly: true }, headers });
    await eventually(async () => {
      const { body } = await call("/ask", { word: "late", how: "transaction" });
      return (body["error"] as { code?: string } | undefined)?.code === "VALIDATION_ERROR" ? true : undefined;
    }, 20_000);
    const inUse = await client
      .deleteConnection({ params: { connectionId }, query: {} })
      .catch((error: unknown) => error);
    assert.equal((inUse as { code?: string }).code, "IN_USE");
    await client.deleteConnection({ params: { connectionId }, query: { force: "true" } });
    await eventually(async () => {
      const { body } = await call("/ask", { word: "gone" });
      return (body["error"] as { code?: string } | undefined)?.code === "NOT_FOUND" ? true : undefined;
    }, 20_000);
  });
});
