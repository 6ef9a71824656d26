import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { describe, test } from "node:test";
import { compileFunction } from "node:vm";
import { noPermissions } from "../internal/permissions.ts";
import type { RecordedExecution } from "./recorded-execution.ts";
import { testOfExecution } from "./test-of-execution.ts";

const recorded = (over: Partial<RecordedExecution> = {}): RecordedExecution => ({
  requestId: "req_1",
  startedAt: "2026-01-02T03:04:05.678Z",
  environment: "development",
  tenantId: "default",
  caller: { kind: "anonymous", id: null, name: null },
  source: "test",
  status: "succeeded",
  input: { orderId: "7" },
  output: { status: "shipped" },
  error: null,
  calls: [],
  hostCalls: [],
  hostCallsOmitted: 0,
  ...over,
});
const hostCall = (name: string) => ({ name, atMs: 1, durationMs: 1, ok: true });

/** Runs a written test with stand-ins for the module, and says what it called and expected. */
async function carryOut(text: string) {
  const said: unknown[] = [];
  const matcher = (actual: unknown) => ({
    toBe: (value: unknown) => said.push(["toBe", actual, value]),
    toEqual: (value: unknown) => said.push(["toEqual", actual, value]),
    toMatchObject: (value: unknown) => said.push(["toMatchObject", actual, value]),
  });
  const expect = Object.assign(matcher, { any: (of: { name: string }) => `any ${of.name}` });
  const tests: (() => Promise<void>)[] = [];
  const call = async (...given: unknown[]) => {
    said.push(["call", ...given]);
    return { status: "its status", output: "its output", error: "its error" };
  };
  const body = stripTypeScriptTypes(text).replace(/^import .*$/gm, "");
  const define = compileFunction(body, ["call", "expect", "test"]);
  define(call, expect, (_: string, run: () => Promise<void>) => tests.push(run));
  for (const run of tests) await run();
  return said;
}

describe("a test of a recorded call", () => {
  test("calls with its input, and expects its output", async () => {
    const text = testOfExecution(recorded(), noPermissions);
    assert.equal(
      text,
      `import { call, expect, test } from "ferrule/test";

// A call of 2026-01-02T03:04:05.678Z, as its record has it.
test("request req_1", async () => {
  const result = await call({ orderId: "7" }, { stand: { now: "2026-01-02T03:04:05.678Z" } });
  expect(result.status).toBe("succeeded");
  expect(result.output).toEqual({ status: "shipped" });
});
`,
    );
  });

  test("has a stand-in for everything that the call asked for, and says what the record does not hold", async () => {
    const text = testOfExecution(
      recorded({
        tenantId: "acme",
        source: "http",
        environment: "production",
        caller: { kind: "api-key", id: "key_1", name: "Shop" },
        calls: [
          { method: "GET", host: "api.example.com", path: "/orders/7", status: 200, durationMs: 1, at: "" },
          { method: "POST", host: "api.example.com:8443", path: "/pay", status: null, durationMs: 1, at: "" },
        ],
        hostCalls: [
          hostCall("secrets.get"),
          hostCall("collections.query"),
          { ...hostCall("sql.query"), statement: { connection: "main", statement: "select 1", rows: 1 } },
        ],
      }),
      { ...noPermissions, secrets: ["API_TOKEN"], collections: [{ name: "orders", access: "read" }], cache: true },
    );
    const [called] = (await carryOut(text)) as [[string, unknown, unknown]];
    assert.deepEqual(called.slice(1), [
      { orderId: "7" },
      {
        environment: "production",
        tenantId: "acme",
        source: "http",
        caller: { kind: "api-key", id: "key_1", name: "Shop" },
        stand: {
          fetch: [
            { method: "GET", url: "https://api.example.com/orders/7*", respond: { status: 200, json: {} }, times: 1 },
            { method: "POST", url: "https://api.example.com:8443/pay*", respond: { error: "no answer" }, times: 1 },
          ],
          secrets: { API_TOKEN: "a stand-in" },
          collections: { orders: [] },
          sql: { main: [{ match: "select 1", rows: [] }] },
          now: "2026-01-02T03:04:05.678Z",
        },
      },
    ]);
    for (const part of ["bodies of requests", "values of secrets", "records of collections", "rows of databases"])
      assert.match(text, new RegExp(`// The record does not hold [^\\n]*${part}|// [^\\n]*${part}`));
    assert.doesNotMatch(text, /cache/);
  });

  test("says what was masked, and expects any text there", async () => {
    const text = testOfExecution(
      recorded({ input: { a: [{ token: "[masked]" }] }, output: { key: "[masked]", n: 1 } }),
      noPermissions,
    );
    assert.match(text, /\/\/ The record masks input\.a\[0\]\.token: put values there\./);
    const said = await carryOut(text);
    assert.deepEqual(said.at(-1), ["toEqual", "its output", { key: "any String", n: 1 }]);
  });

  test("says that the record holds only the beginning of what is large", async () => {
    const large = { $truncated: true, bytes: 70_000, preview: '{"a":"' };
    const text = testOfExecution(recorded({ input: large, output: large }), noPermissions);
    assert.match(text, /only the beginning of the input of 70000 bytes/);
    assert.match(text, /does not hold the output: it has 70000 bytes/);
    assert.deepEqual((await carryOut(text)).at(-1), ["toBe", "its status", "succeeded"]);
  });

  test("expects a failure by its code and message, without its place", async () => {
    const error = { code: "NOT_FOUND", message: 'No order "7"', stack: "at x" };
    const said = await carryOut(testOfExecution(recorded({ status: "failed", output: null, error }), noPermissions));
    assert.deepEqual(said.slice(1), [
      ["toBe", "its status", "failed"],
      ["toMatchObject", "its error", { code: "NOT_FOUND", message: 'No order "7"' }],
    ]);
    for (const status of ["cancelled", "timed_out"] as const)
      assert.throws(() => testOfExecution(recorded({ status }), noPermissions), RangeError);
  });

  test("comes behind the tests that are there, with one import, and only once", () => {
    const existing = `import { describe, test } from 'ferrule/test';\n\ntest("mine", () => {});\n`;
    const text = testOfExecution(recorded(), noPermissions, existing);
    assert.match(text, /^import \{ call, describe, expect, test \} from "ferrule\/test";\n\ntest\("mine", /);
    assert.equal(text.match(/ferrule\/test/g)?.length, 1);
    assert.equal(testOfExecution(recorded(), noPermissions, text), text);
    assert.match(
      testOfExecution(recorded(), noPermissions, "const x = 1;\n"),
      /^import [^\n]*\n\nconst x = 1;\n\n\/\//,
    );
  });

  test("holds hostile values as values", async () => {
    const input = JSON.parse(
      '{"__proto__": {"polluted": 1}, "a-b": "`${1}`*/ \\" \\u2028 \\n", "$&": ["$\'"]}',
    ) as unknown;
    const text = testOfExecution(recorded({ input, requestId: 'x"); process.exit(1); ("$&' }), noPermissions);
    const [called] = (await carryOut(text)) as [[string, unknown]];
    assert.deepEqual(called[1], input);
    const names = ["a\nthrow 1;//", "b\u2028throw 2;//"].map((name) => [name, "[masked]"] as const);
    const masked = testOfExecution(recorded({ input: Object.fromEntries(names) }), noPermissions);
    assert.match(masked, /masks input\["a\?throw 1;\/\/"\], input\["b\?throw/);
    assert.deepEqual(((await carryOut(masked)) as [[string, unknown]])[0][1], Object.fromEntries(names));
    const feigned = { $truncated: true, bytes: "1\nthrow 3;//" };
    const [third] = (await carryOut(testOfExecution(recorded({ input: feigned }), noPermissions))) as [
      [string, unknown],
    ];
    assert.deepEqual(third[1], feigned);
    const path = "/a'\"`${x}\n//b";
    const call = { method: "GET", host: "h.example", path, status: 200, durationMs: 1, at: "" };
    const [second] = (await carryOut(
      testOfExecution(recorded({ calls: [call], startedAt: "2026-01-01T00:00:00.000Z" }), noPermissions),
    )) as [[string, unknown, { stand: { fetch: { url: string }[] } }]];
    assert.equal(second[2].stand.fetch[0]?.url, `https://h.example${path}*`);
  });
});
