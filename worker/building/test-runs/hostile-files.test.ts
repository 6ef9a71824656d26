import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { executorPids } from "../../running/sandbox/conformance/executor-pids.ts";
import { createOutcomeBound } from "./bound-outcome.ts";
import { openTestRunner, type TestRunner } from "./testing/test-runner.ts";

const source = `import type { Context } from "ferrule";
export default async (input: { name?: string | undefined }, ctx: Context) => ({ secret: await ctx.secrets.get(input.name ?? "TOKEN") });`;
const permissions = { secrets: ["TOKEN"], cache: true };
const harmless = `import { test } from "ferrule/test";\ntest("one", () => {});\ntest("two", () => {});`;

let runner: TestRunner;
before(async () => {
  runner = await openTestRunner();
});
after(() => runner[Symbol.asyncDispose]());

/** Runs a hostile file between two harmless ones, which must not notice. */
async function attack(body: string, head = "") {
  const tests = `import { call, describe, expect, test } from "ferrule/test";\nvoid [call, describe, expect, test];\n${head}\n${body}`;
  const { functions } = await runner.run([
    { slug: "before", source: `/** b */ ${source}`, tests: harmless },
    { slug: "hostile", source, tests, permissions },
    { slug: "behind", source: `/** a */ ${source}`, tests: harmless },
  ]);
  const [first, hostile, last] = functions;
  for (const neighbour of [first, last]) {
    assert.equal(neighbour?.error, null);
    assert.deepEqual(
      neighbour?.tests.map(({ status }) => status),
      ["passed", "passed"],
    );
  }
  assert.ok(hostile !== undefined);
  assert.deepEqual(hostile.diagnostics, []);
  return hostile;
}
const statuses = ({ tests }: Awaited<ReturnType<typeof attack>>) =>
  tests.map(({ name, status }) => [name.at(-1), status]);

describe("a hostile test file is told by itself", () => {
  test("a test that waits for ever fails after its time, and the next ones run", async () => {
    const file = await attack(`
      test("waits", () => new Promise(() => {}), 300);
      test("calls for ever", async () => { await Promise.all([call({}, { stand: { secrets: { TOKEN: "t" } } }), new Promise(() => {})]); }, { timeout: 300 });
      test("next", async () => { expect((await call({}, { stand: { secrets: { TOKEN: "t" } } })).output).toEqual({ secret: "t" }); });`);
    assert.deepEqual(statuses(file), [
      ["waits", "failed"],
      ["calls for ever", "failed"],
      ["next", "passed"],
    ]);
    assert.equal(file.tests[0]?.error?.code, "TEST_TIMEOUT");
    assert.equal(file.error, null);
  });

  test("a test that lets nothing else run ends its file, and those before it keep their outcomes", async () => {
    for (const body of [
      "for (;;);",
      "const spin = (): Promise<void> => Promise.resolve().then(spin); return spin();",
    ]) {
      const began = performance.now();
      const file = await attack(`
        test("fine", () => {});
        test("spins", () => { ${body} }, 300);
        test("never", () => {});`);
      assert.ok(performance.now() - began < 25_000, "it is ended before the file's own limit");
      assert.deepEqual(statuses(file), [
        ["fine", "passed"],
        ["spins", "failed"],
      ]);
      assert.equal(file.error?.code, "FILE_TIMEOUT");
      assert.match(file.error?.message ?? "", /during the test "spins"/);
    }
  });

  test("a test that takes memory without end ends its file", async () => {
    const file = await attack(`
      test("fine", () => {});
      test("hoards", () => { const held: unknown[] = []; for (;;) held.push(new Array(10_000).fill({})); }, 20_000);`);
    assert.equal(file.tests[0]?.status, "passed");
    assert.equal(file.error?.code, "FILE_MEMORY", JSON.stringify(file.error));
  });

  test("a timer that throws fails the test in which it does", async () => {
    const file = await attack(`
      test("throws later", async () => { setTimeout(() => { throw new Error("late"); }, 5); await new Promise((r) => setTimeout(r, 100)); });
      test("next", () => {});`);
    assert.deepEqual(statuses(file), [
      ["throws later", "failed"],
      ["next", "passed"],
    ]);
    assert.equal(file.tests[0]?.error?.message, "late");
  });

  test("a file that throws while it is loaded says where", async () => {
    const file = await attack("const none = (() => undefined as unknown as { a: number })();\nnone.a += 1;");
    assert.equal(file.error?.code, "FILE_FAILED");
    assert.match(file.error?.message ?? "", /Cannot read properties of undefined/);
    assert.equal(file.error?.line, 5);
    assert.deepEqual(file.tests, []);
  });

  test("a hundred megabytes of output are cut, with a note", async () => {
    const file = await attack(`
      test("prints", () => { const line = "x".repeat(100_000); for (let n = 0; n < 1_000; n++) console.log(line); });
      test("throws much", () => { throw new Error("y".repeat(10_000_000)); });
      test("differs much", () => { expect("a".repeat(5_000_000)).toBe("b".repeat(5_000_000)); });
      test("next", () => {});`);
    assert.equal(file.error, null);
    assert.deepEqual(
      statuses(file).map(([, status]) => status),
      ["passed", "failed", "failed", "passed"],
    );
    assert.match(file.tests[0]?.logs.at(-1)?.message ?? "", /log truncated/);
    assert.ok(JSON.stringify(file).length < 200_000, `${JSON.stringify(file).length} characters`);
  });

  test("ten thousand tests are refused, and two thousand run", async () => {
    const many = (count: number) => `for (let n = 0; n < ${count}; n++) test("t" + n, () => {});`;
    const refused = await attack(many(10_000));
    assert.match(refused.error?.message ?? "", /at most 2000 tests/);
    const file = await attack(many(2_000));
    assert.equal(file.error, null);
    assert.equal(file.tests.length, 2_000);
  });

  test("changed built-ins do not change what the worker believes, nor reach the next file", async () => {
    const file = await attack(`
      test("pollutes", () => {
        (Object.prototype as any).status = "passed"; (Object.prototype as any).then = undefined;
        (Array.prototype as any).push = () => 0; (JSON as any).stringify = () => "{}"; (Promise as any).race = () => Promise.resolve();
      });
      test("fails", () => { throw new Error("no"); });`);
    assert.ok(file.error !== null || file.tests.length <= 2);
    for (const { status, name } of file.tests) assert.ok(["passed", "failed"].includes(status) && name.length === 1);
  });

  test("forged reports are refused", async () => {
    const forge = (report: string) =>
      attack(
        `
        test("forges", async () => {
          const kit = (globalThis as any).kit;
          await kit.ask("tests.report", ${report});
        });`,
        `const { then } = Promise.prototype; void then;
        const freeze = Object.freeze; void freeze;
        Object.defineProperty(Object.prototype, "ask", { configurable: true, get() { return undefined; }, set(value) { Object.defineProperty(this, "ask", { value, writable: true, configurable: true, enumerable: true }); (globalThis as any).kit = this; } });`,
      );
    const file = await forge(
      '{ ended: [{ name: ["x"], status: "passed", durationMs: 0, error: null, logs: [], more: 1 }] }',
    );
    assert.ok(file.tests.every(({ name }) => name[0] !== "x"));
  });

  test("no way leads outside: neither to a host, nor to a secret, nor to stored things", async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end("real");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const leak = `import type { Context } from "ferrule";
      export default async (_input: {}, ctx: Context) => {
        const tried: string[] = [];
        const attempt = async (run: () => unknown) => { try { tried.push("got " + JSON.stringify(await run())); } catch (error: any) { tried.push(error.code ?? error.name); } };
        await attempt(() => fetch(${JSON.stringify(url)}).then((one) => one.text()));
        await attempt(() => ctx.secrets.get("TOKEN"));
        await attempt(() => ctx.collection("orders").query());
        await attempt(() => ctx.sql\`select 1\`);
        return tried;
      };`;
    const tests = `import { call, expect, test } from "ferrule/test";
      test("asks", async () => { expect((await call({})).output).toEqual(Array(4).fill("NO_STAND_IN")); });
      test("keeps the context", async () => {
        await expect(fetch(${JSON.stringify(url)})).rejects.toThrow(/Only the Function/);
      });`;
    const all = {
      hosts: [new URL(url).host, url.slice(0, -1)],
      secrets: ["TOKEN"],
      cache: true,
      connections: ["main"],
      collections: [{ name: "orders", access: "read-write" as const }],
    };
    const { functions } = await runner.run([{ source: leak, tests, permissions: all }]);
    server.close();
    assert.deepEqual(
      functions[0]?.diagnostics.filter(({ severity }) => severity === "error"),
      [],
    );
    assert.deepEqual(
      functions[0]?.tests.map(({ error }) => error?.message ?? null),
      [null, null],
    );
    assert.equal(asked, 0);
  });

  test("a file whose executor is killed runs again, or is told as lost, and the others go on", async () => {
    const tests = `import { test } from "ferrule/test";\ntest("slow", async () => { await new Promise((r) => setTimeout(r, 1_500)); });`;
    const running = runner.run([
      { source, tests },
      { slug: "other", source: `/** o */ ${source}`, tests: harmless },
    ]);
    const stop = setInterval(() => {
      if (runner.sandbox.state().running === 0) return;
      clearInterval(stop);
      for (const pid of executorPids(process.pid)) process.kill(pid, "SIGKILL");
    }, 50);
    const { functions } = await running;
    clearInterval(stop);
    for (const { tests: ended, error } of functions)
      assert.ok(error?.code === "FILE_LOST" || ended.every(({ status }) => status === "passed"), JSON.stringify(error));
    assert.equal(functions.length, 2);
  });

  test("a run that nobody waits for any more ends at once", async () => {
    const gone = new AbortController();
    const tests = `import { test } from "ferrule/test";\ntest("slow", () => new Promise((r) => setTimeout(r, 4_000)));`;
    const run = runner.run([{ source, tests }], { signal: gone.signal });
    setTimeout(() => gone.abort(new Error("gone")), 800);
    const began = performance.now();
    await assert.rejects(run, /gone/);
    assert.ok(performance.now() - began < 3_500);
  });
});

test("outcomes that are too large together are shortened, and then left out with a note", () => {
  const bound = createOutcomeBound();
  const error = { code: "ASSERTION", message: "m".repeat(4_000), stack: "s".repeat(16_000), line: 1, column: 1 };
  const large = {
    id: "fn_1",
    diagnostics: [],
    error: null,
    coverage: null,
    tests: Array.from({ length: 100 }, () => ({
      name: ["one"],
      status: "failed" as const,
      durationMs: 1,
      error,
      logs: [],
    })),
  };
  const outcomes = Array.from({ length: 300 }, () => bound(large));
  assert.equal(outcomes[0], large);
  assert.equal(outcomes[10]?.tests[0]?.error?.stack, null);
  assert.equal(outcomes[10]?.tests[0]?.error?.message.length, 300);
  assert.deepEqual([outcomes[299]?.error?.code, outcomes[299]?.tests], ["RUN_TOO_LARGE", []]);
  assert.ok(JSON.stringify(outcomes).length < 11 * 1_048_576);
});
