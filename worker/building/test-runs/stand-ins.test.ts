import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { openTestRunner, type TestRunner } from "./testing/test-runner.ts";

let runner: TestRunner;
before(async () => {
  runner = await openTestRunner();
});
after(() => runner[Symbol.asyncDispose]());

/** A Function whose body is this text, in which `input` is any object. */
const functionOf = (body: string) => `import { FunctionError, type Context } from "ferrule";
void FunctionError;
export default async function run(input: { [name: string]: any }, ctx: Context): Promise<any> { ${body} }`;

/** Runs a body in `test(…)`, and fails with what failed in it. */
async function passes(body: string, tests: string, permissions: Partial<Permissions> = {}, timeoutMs = 2_000) {
  const text = `import { call, expect, test } from "ferrule/test";\ntest("one", async () => {\n${tests}\n});`;
  const source = functionOf(body);
  const { functions } = await runner.run([{ source, tests: text, permissions, timeoutMs }]);
  const [file] = functions;
  assert.deepEqual(
    file?.diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  assert.equal(file?.error, null);
  assert.deepEqual(
    file?.tests.map(({ error }) => error && `${error.message}\n${error.actual ?? ""}\n${error.stack}`),
    [null],
  );
}

describe("call", () => {
  test("checks input and output by the schema of the Function's types, as for a caller", async () => {
    const source = `export default (input: { n: number; /** @maxLength 3 */ s?: string | undefined }): { out: string } =>
      ({ out: input.n === 1 ? (5 as unknown as string) : "fine" });`;
    const tests = `import { call, expect, test } from "ferrule/test";
      test("checks", async () => {
        expect(await call({ n: 2 })).toMatchObject({ status: "succeeded", output: { out: "fine" }, error: null });
        const refused = await call({ n: "2" });
        expect(refused).toMatchObject({ status: "rejected", output: null, error: { code: "INPUT_INVALID" } });
        expect(refused.error?.details.issues[0].path).toBe("input.n");
        expect((await call({ n: 2, s: "long" })).status).toBe("rejected");
        // A null for an optional argument counts as left out.
        expect((await call({ n: 2, s: null })).status).toBe("succeeded");
        expect((await call({ n: "2" }, { mcp: {} })).status).toBe("succeeded");
        expect(await call({ n: 1 })).toMatchObject({ status: "failed", error: { code: "OUTPUT_INVALID" } });
        expect((await call()).status).toBe("rejected");
      });`;
    const { functions } = await runner.run([{ source, tests }]);
    assert.deepEqual(functions[0]?.diagnostics, []);
    assert.deepEqual(
      functions[0]?.tests.map(({ error }) => error),
      [null],
    );
  });

  test("tells errors with their code and details, and time that ran out", async () => {
    await passes(
      `if (input.slow) await new Promise((resolve) => setTimeout(resolve, 60_000));
       if (input.plain) throw new TypeError("broken");
       throw new FunctionError("NOT_HERE", "Gone.", { status: 404, details: { id: 7 } });`,
      `expect((await call({})).error).toEqual({ code: "NOT_HERE", message: "Gone.", details: { id: 7 } });
       expect((await call({ plain: true })).error).toEqual({ code: "FUNCTION_ERROR", message: "TypeError: broken" });
       const late = await call({ slow: true });
       expect(late).toMatchObject({ status: "timed_out", error: { code: "FUNCTION_TIMEOUT" } });
       // A stopped clock passes the wait, and the limit, at once.
       const before = performance.now();
       expect((await call({ slow: true }, { stand: { now: 0 } })).status).toBe("timed_out");
       expect(performance.now() - before).toBeLessThan(1_000);`,
      {},
      1_500,
    );
  });

  test("gives the context that it was told, and freezes the result", async () => {
    await passes(
      `return { tenant: ctx.tenantId, environment: ctx.environment, source: ctx.source, caller: ctx.caller.name, attempt: ctx.attempt,
        path: ctx.http?.request.path ?? null, text: ctx.http ? await ctx.http.request.text() : null, client: ctx.mcp?.clientInfo?.name ?? null };`,
      `const plain = await call({});
       expect(plain.output).toEqual({ tenant: "default", environment: "development", source: "test", caller: null, attempt: 1, path: null, text: null, client: null });
       expect(() => { (plain as any).status = "failed"; }).toThrow(TypeError);
       const caller = { kind: "jwt", id: "1", name: "Ada" } as const;
       const routed = await call({}, { tenantId: "acme", environment: "production", caller, attempt: 2, http: { method: "POST", path: "/a", body: "hi" } });
       expect(routed.output).toMatchObject({ tenant: "acme", environment: "production", source: "http", caller: "Ada", attempt: 2, path: "/a", text: "hi" });
       expect((await call({}, { mcp: { clientInfo: { name: "c", version: "1" } } })).output.client).toBe("c");`,
    );
  });

  test("shows what routes and tools answer", async () => {
    await passes(
      `if (input.respond) return ctx.http!.respond({ status: 201, headers: { "x-a": "b" }, body: { made: true } });
       if (input.response) return new Response("text", { status: 202 });
       if (input.stream) return new Response(new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode("a")); c.enqueue(new TextEncoder().encode("b")); c.close(); } }));
       if (input.verify) return ctx.http!.verifySignature({ sender: "github", secret: "S" }).then(() => "fine");
       return ctx.mcp!.content([{ type: "text", text: "hello" }]);`,
      `const http = {};
       expect((await call({ respond: true }, { http })).output).toEqual({ status: 201, headers: { "x-a": "b", "content-type": "application/json; charset=utf-8" }, body: '{"made":true}' });
       expect((await call({ response: true }, { http })).output).toMatchObject({ status: 202, body: "text" });
       expect((await call({ stream: true }, { http })).output).toMatchObject({ status: 200, body: "ab" });
       expect((await call({}, { mcp: {} })).output).toEqual([{ type: "text", text: "hello" }]);
       expect((await call({ verify: true }, { http })).output).toBe("fine");
       expect((await call({ verify: true }, { http: { signed: false } })).error?.code).toBe("SIGNATURE_INVALID");`,
    );
  });

  test("runs calls one after another, and masks secrets in logs and errors", async () => {
    const permissions = { secrets: ["API_TOKEN"] };
    await passes(
      `const token = await ctx.secrets.get("API_TOKEN");
       ctx.log.info("using " + token, { password: "hunter2" });
       console.log("plain", input.n);
       if (input.fail) throw new Error("with " + token);
       return { token };`,
      `const stand = { secrets: { API_TOKEN: "very-secret-token" } };
       const results = await Promise.all([1, 2, 3].map((n) => call({ n }, { stand })));
       for (const [at, { logs }] of results.entries()) {
         expect(logs[0]).toMatchObject({ level: "info", message: "using [masked]", data: { password: "[masked]" } });
         expect(logs[1]?.message).toBe("plain " + (at + 1));
       }
       expect(results[0]?.output).toEqual({ token: "very-secret-token" });
       expect((await call({ fail: true }, { stand })).error?.message).toBe("Error: with [masked]".replace("Error: ", ""));`,
      permissions,
    );
  });
});

describe("stand-ins", () => {
  test("fetch: the first that fits answers, and what is missing or not granted is told", async () => {
    await passes(
      `const { url, ...init } = input; const response = await fetch(url, init);
       return { status: response.status, type: response.headers.get("content-type"), body: await response.text(), url: response.url, redirected: response.redirected };`,
      `const at = (path: string) => "https://api.example.com" + path;
       const fetch = [
         { method: "POST", url: at("/a"), respond: (request: any) => ({ status: 201, json: { got: request.json(), auth: request.headers.authorization } }) },
         { url: at("/once"), times: 1, respond: { body: "first" } },
         { url: at("/once"), respond: { body: "then" } },
         { url: /\\/items\\/\\d+$/, respond: { json: 1 } },
         { url: at("/any/*"), respond: { status: 204 } },
         { url: at("/old"), respond: { status: 302, headers: { location: "/any/new" } } },
         { url: at("/down"), respond: { error: "no answer" } },
       ];
       const go = (path: string, init = {}) => call({ url: at(path), ...init }, { stand: { fetch } });
       const posted = await go("/a", { method: "POST", body: '{"x":1}', headers: { Authorization: "Bearer t" } });
       expect(posted.output).toMatchObject({ status: 201, type: "application/json", body: '{"got":{"x":1},"auth":"Bearer t"}' });
       expect(posted.calls).toEqual([{ method: "POST", url: at("/a"), headers: expect.objectContaining({ authorization: "Bearer t" }), body: '{"x":1}', status: 201 }]);
       expect((await go("/items/5")).output.body).toBe("1");
       expect((await go("/any/thing")).output.status).toBe(204);
       const moved = await go("/old");
       expect(moved.output).toMatchObject({ status: 204, redirected: true, url: at("/any/new") });
       expect(moved.calls.map(({ status }) => status)).toEqual([302, 204]);
       expect((await go("/once")).output.body).toBe("first");
       expect((await go("/down")).error?.message).toMatch(/fetch failed: no answer/);
       const missing = await go("/none");
       expect(missing.error?.code).toBe("NO_STAND_IN");
       expect(missing.error?.message).toContain('stand: { fetch: [{ method: "GET", url: "https://api.example.com/none"');
       const denied = await call({ url: "https://evil.example/" }, { stand: { fetch: () => ({ json: 1 }) } });
       expect(denied.error?.code).toBe("EGRESS_DENIED");
       expect(denied.error?.message).toContain('Add "evil.example" to');
       const every = await call({ url: at("/x") }, { stand: { fetch: async (request) => ({ body: request.method + request.url }) } });
       expect(every.output.body).toBe("GET" + at("/x"));`,
      { hosts: ["api.example.com"] },
    );
  });

  test("secrets and the cache: what is declared, by the clock of the call, and what remains", async () => {
    await passes(
      `if (input.secret) return await ctx.secrets.get(input.secret);
       if (input.wait) { await ctx.cache.set("soon", 1, { ttlSeconds: 5 }); await new Promise((r) => setTimeout(r, 6_000)); return { soon: await ctx.cache.get("soon") ?? null }; }
       const before = await ctx.cache.get("k"); await ctx.cache.set("k", { n: 2 }); return { before, deleted: [await ctx.cache.delete("old"), await ctx.cache.delete("old")] };`,
      `expect((await call({ secret: "A" }, { stand: { secrets: { A: "one" } } })).output).toBe("one");
       expect((await call({ secret: "A" })).error).toMatchObject({ code: "NO_STAND_IN", message: expect.stringContaining("stand: { secrets: { A:") });
       expect((await call({ secret: "B" }, { stand: { secrets: { B: "two" } } })).error?.code).toBe("NOT_GRANTED");
       const cache = { k: 1, old: true };
       const used = await call({}, { stand: { cache } });
       expect(used.output).toEqual({ before: 1, deleted: [true, false] });
       expect(used.after.cache).toEqual({ k: { n: 2 } });
       expect(cache).toEqual({ k: 1, old: true });
       expect(used.hostCalls).toContainEqual({ name: "cache.set", argument: { key: "k", value: { n: 2 } }, ok: true });
       expect((await call({ wait: true }, { stand: { now: "2026-01-01T00:00:00Z" } })).output).toEqual({ soon: null });`,
      { secrets: ["A"], cache: true },
      10_000,
    );
    await passes("return await ctx.cache.get('k');", "expect((await call({})).error?.code).toBe('NOT_GRANTED');");
  });

  test("collections: reads, writes, revisions, unique keys, and what remains", async () => {
    await passes(
      `const c = ctx.collection<any>("orders");
       switch (input.do) {
         case "get": return await c.get(input.id);
         case "insert": return await c.insert(input.data, input.options);
         case "update": return await c.update(input.id, input.data, { revision: input.revision });
         case "upsert": return await c.upsert(input.data, input.options);
         case "delete": return { was: await c.delete(input.id) };
         case "other": return await ctx.collection("other").get("1");
         default: return await c.query(input.query);
       }`,
      `const collections = { orders: { records: [{ id: "1", data: { email: "a", n: 1 } }, { id: "2", data: { email: "b", n: 2 } }], uniqueKeys: [["email"]] } };
       const go = (input: object) => call(input, { stand: { collections } });
       expect((await go({ do: "get", id: "1" })).output).toMatchObject({ id: "1", revision: 1, data: { email: "a" } });
       expect((await go({ do: "get", id: "9" })).output).toBeNull();
       const inserted = await go({ do: "insert", data: { email: "c" } });
       expect(inserted.output).toMatchObject({ data: { email: "c" }, revision: 1, expiresAt: null });
       expect(inserted.after.collections.orders).toHaveLength(3);
       expect((await go({ do: "insert", data: { email: "a" } })).error?.code).toBe("UNIQUE_VIOLATION");
       expect((await go({ do: "insert", data: {}, options: { id: "1" } })).error?.code).toBe("UNIQUE_VIOLATION");
       expect((await go({ do: "update", id: "1", data: { email: "z" }, revision: 1 })).output).toMatchObject({ revision: 2, data: { email: "z" } });
       expect((await go({ do: "update", id: "1", data: {}, revision: 7 })).error?.code).toBe("REVISION_CONFLICT");
       expect((await go({ do: "update", id: "9", data: {}, revision: 1 })).error?.code).toBe("NOT_FOUND");
       expect((await go({ do: "upsert", data: { email: "a", n: 9 } })).output).toMatchObject({ id: "1", created: false, data: { n: 9 } });
       expect((await go({ do: "upsert", data: { email: "new" } })).output).toMatchObject({ created: true });
       expect((await go({ do: "upsert", data: { n: 1 } })).error?.code).toBe("VALIDATION_ERROR");
       expect((await go({ do: "delete", id: "1" })).output).toEqual({ was: true });
       expect((await go({ query: { orderBy: "-n", limit: 1 } })).output).toMatchObject({ items: [{ id: "2" }], nextCursor: "after:2" });
       expect((await go({ query: { orderBy: "-n", limit: 1, cursor: "after:2" } })).output).toMatchObject({ items: [{ id: "1" }], nextCursor: null });
       expect((await go({ do: "other" })).error?.code).toBe("NOT_GRANTED");
       expect((await call({})).error?.message).toContain("stand: { collections: { orders: [] } }");`,
      { collections: [{ name: "orders", access: "read-write" }] },
    );
    await passes(
      'await ctx.collection<any>("orders").insert({});',
      "expect((await call({}, { stand: { collections: { orders: [] } } })).error?.code).toBe('NOT_GRANTED');",
      { collections: [{ name: "orders", access: "read" }] },
    );
  });

  test("sql: declared answers to statements, in transactions too", async () => {
    await passes(
      `if (input.begin) return await ctx.sql.begin(async (tx) => { await tx\`insert into a values (\${input.n})\`; if (input.fail) throw new Error("undo"); return "done"; });
       if (input.named) return await ctx.sql(input.named)\`select 1\`;
       const rows = await ctx.sql\`select * from users where id = \${input.id} and \${ctx.sql.identifier("at")} > \${new Date(0)}\`;
       return { rows };`,
      `const main = [
         { match: /from users/, rows: (values: any) => [{ id: values[0], at: values[1] }] },
         { match: "insert into a values ($1)", count: 1 },
       ];
       const go = (input: object) => call(input, { stand: { sql: { main } } });
       const read = await go({ id: 7 });
       expect(read.output).toEqual({ rows: [{ id: 7, at: "1970-01-01T00:00:00.000Z" }] });
       expect(read.hostCalls[0]).toEqual({ name: "sql.query", argument: { connection: null, statement: 'select * from users where id = $1 and "at" > $2', values: [7, "1970-01-01T00:00:00.000Z"] }, ok: true });
       const begun = await go({ begin: true, n: 1 });
       expect(begun.output).toBe("done");
       expect(begun.hostCalls.map(({ name }) => name)).toEqual(["sql.begin", "sql.query", "sql.commit"]);
       expect((await go({ begin: true, n: 1, fail: true })).hostCalls.at(-1)?.name).toBe("sql.rollback");
       expect((await call({ id: 1 }, { stand: { sql: { main: [{ error: "no such table" }] } } })).error).toMatchObject({ code: "QUERY_FAILED", message: "no such table" });
       expect((await call({ id: 1 })).error?.message).toContain("stand: { sql: { main:");
       expect((await go({ named: "other" })).error?.code).toBe("NOT_GRANTED");`,
      { connections: ["main"] },
    );
  });

  test("now and random: the same each time, and waits pass at once", async () => {
    await passes(
      `const began = Date.now(); const ticks: number[] = [];
       const every = setInterval(() => ticks.push(Date.now() - began), 1_000);
       await new Promise((resolve) => setTimeout(resolve, 3_500)); clearInterval(every);
       return { began, today: new Date().toISOString(), passed: Date.now() - began, ticks, numbers: [Math.random(), Math.random(), Math.random()], uuid: crypto.randomUUID(), bytes: [...crypto.getRandomValues(new Uint8Array(4))], isDate: new Date() instanceof Date };`,
      `const stand = { now: "2026-01-01T00:00:00Z", random: [0.25, 0.75] };
       const one = await call({}, { stand });
       expect(one.error).toBeNull();
       expect(one.output).toMatchObject({ began: Date.UTC(2026, 0, 1), today: "2026-01-01T00:00:03.500Z", passed: 3_500, ticks: [1_000, 2_000, 3_000], numbers: [0.25, 0.75, 0.25], isDate: true });
       expect(one.output.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
       expect((await call({}, { stand })).output).toEqual(one.output);
       expect(Date.now()).toBeGreaterThan(Date.UTC(2026, 0, 2));
       expect((await call({}, { stand: { now: 0 } })).output.uuid).not.toBe(one.output.uuid);`,
      {},
      10_000,
    );
  });

  test("outside of a call, a test reaches nothing", async () => {
    await passes(
      "return 1;",
      `await expect(fetch("https://api.example.com/")).rejects.toThrow(/Only the Function can use the platform/);`,
      { hosts: ["api.example.com"] },
    );
  });
});
