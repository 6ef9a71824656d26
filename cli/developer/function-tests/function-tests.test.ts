import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, test, type TestContext } from "node:test";
import type { TestRun } from "@ferrule/contract/resources/test-run.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { makeUser } from "../testing/make-user.ts";
import { standInInstallation } from "../testing/stand-in-installation.ts";
import { me } from "../testing/stand-in.ts";

const tests =
  'import { call, expect, test } from "ferrule/test";\n\ntest("a", async () => {\n  expect(1).toBe(2);\n});\n';
const testOf = (name: string[], over: object = {}) => ({
  name,
  status: "passed" as const,
  durationMs: 12,
  error: null,
  logs: [],
  ...over,
});
const failure = {
  code: "ASSERTION",
  message: "expected 1 to be 2",
  stack: "Error\n    at look-up.test.ts:4:13",
  line: 4,
  column: 13,
  expected: '{\n  "a": 1,\n  "b": 2\n}',
  actual: '{\n  "a": 1,\n  "b": 3\n}',
};
const coverage = {
  lines: {
    total: 5,
    covered: 2,
    uncovered: [3, 4, 9],
    reached: [
      { line: 2, times: 12 },
      { line: 10, times: 1 },
    ],
  },
  branches: { total: 2, covered: 1 },
  functions: { total: 1, covered: 1 },
};
const outcomes: TestRun = {
  passed: 1,
  failed: 1,
  skipped: 1,
  durationMs: 1_234,
  functions: [
    {
      slug: "look-up",
      diagnostics: [],
      error: null,
      coverage,
      tests: [
        testOf(["orders", "are found"]),
        testOf(["are <masked> & \u0007"], { status: "failed", error: failure }),
        testOf(["later"], { status: "skipped" }),
      ],
    },
  ],
  libraries: [{ name: "lib/money", coverage }],
};
const passing: TestRun = { ...outcomes, failed: 0, skipped: 0, functions: [] };

/** A folder with a Function and its tests, and a user who is signed in to the stand-in. */
async function begin(t: TestContext, run: TestRun = outcomes, more: Record<string, readonly [number, unknown]> = {}) {
  const user = makeUser(t);
  const { address, asked } = await standInInstallation(t, {
    "GET /api/auth/me": [200, me()],
    "POST /api/project-source/tests": [200, run],
    ...more,
  });
  const folder = join(user.home, "shop");
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("ferrule.yaml", `format: 1\ninstallation: ${address}\nproject: shop\n`);
  write("functions/look-up.ts", "export default () => 1;\n");
  write("functions/look-up.test.ts", tests);
  write("functions/other/index.ts", "export default () => 2;\n");
  const options = { cwd: folder, env: { FERRULE_TOKEN: "fer_pat_of-ann", FERRULE_URL: address } };
  const bodies = () =>
    asked
      .filter(({ line }) => line === "POST /api/project-source/tests")
      .map(({ body }) => body as { functions?: string[]; source: { functions: { slug: string; tests?: string }[] } });
  return { user, folder, write, options, bodies, test: (...args: string[]) => user.run(["test", ...args], options) };
}

describe("ferrule test", () => {
  test("shows each test, and of a failed one the difference and its line, and ends with 1", async (t) => {
    const { test: run, bodies } = await begin(t);
    const ended = await run();
    assert.equal(ended.code, 1, ended.stderr);
    assert.match(ended.stdout, /^functions\/look-up\.test\.ts$/m);
    assert.match(ended.stdout, /✓ orders > are found 12 ms/);
    assert.match(ended.stdout, /✗ are <masked> & \\u0007/);
    assert.match(ended.stdout, /expected 1 to be 2[\s\S]*- {3}"b": 2\n\s*\+ {3}"b": 3/);
    assert.match(
      ended.stdout,
      /functions\/look-up\.test\.ts:4:13\n\s*2 │\s*\n[\s\S]*> 4 │ {3}expect\(1\)\.toBe\(2\);\n\s*│ {13}\^/,
    );
    assert.match(ended.stdout, /- later/);
    assert.match(ended.stdout, /1 passed, 1 failed, 1 skipped in 1\.2 s/);
    const [body] = bodies();
    assert.deepEqual(
      body!.source.functions.map(({ slug, tests: text }) => [slug, text]),
      [
        ["look-up", tests],
        ["other", undefined],
      ],
    );
    const json = await run("--json");
    assert.equal(json.code, 1);
    assert.deepEqual(JSON.parse(json.stdout), JSON.parse(JSON.stringify(outcomes)));
  });

  test("passes on what it was asked for, and ends with 0 when nothing failed", async (t) => {
    const { test: run, bodies } = await begin(t, passing);
    const ended = await run("look-up", "--name", "found", "--bail", "--coverage");
    assert.equal(ended.code, 0, ended.stderr);
    const { source: _, ...asked } = bodies()[0]!;
    assert.deepEqual(asked, { functions: ["look-up"], name: "found", bail: true, coverage: true });
  });

  test("refuses a Function that is not there, or that has no tests", async (t) => {
    const { test: run, bodies } = await begin(t);
    const unknown = await run("lookup");
    assert.deepEqual([unknown.code, /did you mean look-up\?/.test(unknown.stderr)], [2, true]);
    const without = await run("other");
    assert.deepEqual([without.code, /other has no tests/.test(without.stderr)], [2, true]);
    assert.equal(bodies().length, 0);
  });

  test("--coverage shows a table, and writes LCOV", async (t) => {
    const { test: run, folder } = await begin(t);
    const ended = await run("--coverage", "--coverage-report", "lcov");
    assert.match(ended.stdout, /functions\/look-up\.ts {2} {1,}40 % {2} {1,}50 % {2} {1,}100 % {2}3-4, 9/);
    assert.match(ended.stdout, /^lib\/money\.ts/m);
    const lcov = readFileSync(join(folder, "coverage", "lcov.info"), "utf8");
    const [ofFunction = "", ofLibrary = ""] = lcov.split("end_of_record\n");
    assert.match(ofFunction, /^TN:\nSF:functions\/look-up\.ts\n/);
    assert.match(ofLibrary, /^TN:\nSF:lib\/money\.ts\n/);
    for (const record of [ofFunction, ofLibrary])
      assert.match(record, /\nDA:2,12\nDA:3,0\nDA:4,0\nDA:9,0\nDA:10,1\nLF:5\nLH:2\n/);
  });

  test("--reporter junit writes XML that holds whatever tests are named", async (t) => {
    const { test: run, folder } = await begin(t);
    const ended = await run("--reporter", "junit", "--output", "reports/junit.xml");
    assert.equal(ended.code, 1);
    assert.match(ended.stdout, /✗ are/);
    const xml = readFileSync(join(folder, "reports", "junit.xml"), "utf8");
    assert.match(
      xml,
      /<testsuite name="look-up" file="functions\/look-up\.test\.ts" tests="3" failures="1" errors="0" skipped="1">/,
    );
    assert.match(xml, /<testcase name="are &#60;masked&#62; &#38; \ufffd" classname="look-up"/);
    assert.match(xml, /<failure type="ASSERTION" message="expected 1 to be 2">/);
    assert.equal((xml.match(/<testcase /g) ?? []).length, (xml.match(/<\/testcase>/g) ?? []).length);
    const printed = await run("--reporter", "junit");
    assert.ok(printed.stdout.startsWith('<?xml version="1.0"'));
  });

  test("a test file that cannot be built is shown with its place, and counts as failed", async (t) => {
    const diagnostics = [
      { severity: "error" as const, message: "No such name.", line: 3, column: 1, code: "TS2304" as const },
    ];
    const broken = { slug: "look-up", diagnostics, error: null, coverage: null, tests: [] };
    const { test: run } = await begin(t, { ...passing, failed: 1, functions: [broken] });
    const ended = await run();
    assert.equal(ended.code, 1);
    assert.match(ended.stdout, /functions\/look-up\.test\.ts:3:1 error No such name\. TS2304\n/);
    assert.match((await run("--reporter", "junit")).stdout, /errors="1"[\s\S]*<error type="TS2304"/);
  });

  test("a folder without tests says where they belong", async (t) => {
    const { test: run, bodies, folder } = await begin(t);
    writeFileSync(join(folder, "functions", "look-up.test.ts"), "");
    assert.match((await run()).stderr, /functions\/look-up\.test\.ts is empty: write a test/);
    const { rmSync } = await import("node:fs");
    rmSync(join(folder, "functions", "look-up.test.ts"));
    const ended = await run();
    assert.equal(ended.code, 0);
    assert.match(ended.stderr, /no tests/);
    assert.equal(bodies().length, 0);
  });

  test("--watch tests again what a save touches", async (t) => {
    const { user, write, options, bodies } = await begin(t, passing);
    write("functions/other/index.test.ts", tests);
    const child = user.start(["test", "--watch"], options);
    t.after(() => child.kill("SIGKILL"));
    const lines = createInterface({ input: child.stdout! });
    const ran = async () => {
      for (;;) if (/ passed/.test(String((await once(lines, "line"))[0]))) return bodies().at(-1)!.functions;
    };
    assert.deepEqual(await ran(), ["look-up", "other"]);
    write("functions/other/index.ts", "export default () => 3;\n");
    assert.deepEqual(await ran(), ["other"]);
    write("lib/money.ts", "export const cents = 1;\n");
    assert.deepEqual(await ran(), ["look-up", "other"]);
    child.kill("SIGINT");
    assert.deepEqual(await once(child, "close"), [0, null]);
  });

  test("--from writes a test of a recorded call behind those that are there, once", async (t) => {
    const execution = {
      id: "exe_1",
      requestId: "req_7",
      functionId: "fn_1",
      functionName: "look-up",
      startedAt: "2026-01-02T03:04:05.678Z",
      environment: "development",
      tenantId: "default",
      source: "mcp",
      caller: { kind: "anonymous", id: null, name: null },
      status: "succeeded",
      input: { id: "7" },
      output: { found: true },
      error: null,
      calls: [],
      hostCalls: [],
      hostCallsOmitted: 0,
      permissions: noPermissions,
    };
    const more = {
      "GET /api/executions": [200, { items: [{ id: "exe_1" }], nextCursor: null }],
      "GET /api/executions/exe_1": [200, execution],
    } as const;
    const { test: run, folder } = await begin(t, passing, more);
    const written = await run("--from", "req_7");
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stdout, /Wrote a test of the call into functions\/look-up\.test\.ts/);
    const text = readFileSync(join(folder, "functions", "look-up.test.ts"), "utf8");
    assert.ok(text.startsWith(tests));
    assert.match(text, /test\("request req_7"[\s\S]*call\(\{ id: "7" \}/);
    assert.match((await run("--from", "req_7")).stdout, /has a test of this call already/);
    assert.equal(readFileSync(join(folder, "functions", "look-up.test.ts"), "utf8"), text);
  });

  test("--from says so where there is no such call", async (t) => {
    const { test: run } = await begin(t, passing, { "GET /api/executions": [200, { items: [], nextCursor: null }] });
    const ended = await run("--from", "req_8");
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /no call with the request id req_8/);
  });
});
