import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { invocationOf, startNeighbour, valueOf } from "../conformance/harness.ts";
import { hostileExecutors } from "../conformance/takeover.ts";
import type { Sandbox } from "../sandbox.ts";

/**
 * Possible actions of a program that broke out of its isolate, with its executor's channel. It writes arbitrary frames,
 * in its own name and in the name of calls. It can use `write`, `call` and `frame`. See takeover.
 */
const cases: Record<string, string> = {
  garbage: `write(require("node:crypto").randomBytes(100_000))`,
  "impossible-length": `write(Buffer.from([255, 255, 255, 255, 65, 0, 0, 0, 0]))`,
  "shorter-than-a-head": `write(Buffer.from([1, 0, 0, 0, 65]))`,
  "part-beyond-its-frame": `{ const f = frame(67, call, "{}"); f.writeUInt32LE(9_999, 9); write(f) }`,
  "half-a-part": `{ const f = frame(67, call, "{}"); f.writeUInt32LE(f.length - 4 - 3, 0); write(f.subarray(0, f.length - 3)) }`,
  "a-million-parts": `write(frame(66, call, ...Array.from({ length: 100_000 }, () => "")))`,
  "truncated-then-silent": `write(frame(65, call, result(0, 0, 1), "1", "", "").subarray(0, 20))`,
  "no-parts": `for (const kind of [65, 66, 67, 68, 69, 70, 71]) write(frame(kind, call))`,
  "host-null": `write(frame(67, call, "null", "{}", ""))`,
  "host-no-json": `write(frame(67, call, "{", "{}", ""))`,
  "host-wrong-types": `write(frame(67, call, JSON.stringify({ op: {}, name: [] }), "{}", ""))`,
  "host-argument-no-json": `write(frame(67, call, JSON.stringify({ op: 1, name: "fetch" }), "{", ""))`,
  "host-same-number": `for (let n = 0; n < 100; n++) write(frame(67, call, JSON.stringify({ op: 1, name: "http.body" }), "null", Buffer.alloc(1e6)))`,
  "host-huge-name": `write(frame(67, call, JSON.stringify({ op: 1, name: "x".repeat(1e6) }), "null", ""))`,
  "result-null": `write(frame(65, call, "null", "null", "null", "null"))`,
  "result-unknown-kind": `write(frame(65, call, result(99, 0, 1), "1", "", ""))`,
  "result-unknown-reason": `write(frame(65, call, result(4, 99, 0), "1", "", ""))`,
  "result-not-a-number": `{ const head = result(0, 0, 1); head.writeDoubleLE(NaN, 4); write(frame(65, call, head, "1", "", "")) }`,
  "result-error-null": `write(frame(65, call, result(3, 0, 1), "null", "", ""))`,
  "result-http-null": `write(frame(65, call, result(1, 0, 1), "", "null", ""))`,
  "result-twice": `for (let n = 0; n < 3; n++) write(frame(65, call, result(3, 0, 1), "{}", "", ""))`,
  "result-no-json": `write(frame(65, call, result(0, 0, 1), "{nothing", "", ""))`,
  "result-mcp-no-json": `write(frame(65, call, result(2, 0, 1), "{nothing", "", ""))`,
  "log-no-json": `write(frame(66, call, "{", "message", ""))`,
  "log-no-date": `write(frame(66, call, JSON.stringify({ at: 1e300, level: "info" }), "message", ""))`,
  "log-of-60-mb": `write(frame(66, call, JSON.stringify({ at: 1, level: "info" }), Buffer.alloc(60e6), ""))`,
  "log-without-end": `{ const f = frame(66, call, JSON.stringify({ at: 1, level: "info" }), "message", ""); const many = Buffer.concat(Array.from({ length: 1_000 }, () => f)); const more = () => { while (write(many)); }; socket.on("drain", more); more() }`,
  "progress-null": `write(frame(69, call, "null"))`,
  "progress-no-json": `write(frame(69, call, "}"))`,
  "drop-nonsense": `write(frame(68, call, "__proto__"))`,
  "pong-null": `write(frame(70, 0, "null"))`,
  "pong-wrong-types": `write(frame(70, 0, JSON.stringify({ busy: {}, open: "x", stuck: 1, ended: null })))`,
  "pong-foreign-numbers": `write(frame(70, 0, JSON.stringify({ busy: [1, 2, 9e15], open: 1, stuck: [1, 2, 3, 4], ended: [1, 2, 3, 4] })))`,
  "unknown-kind": `write(frame(200, call, "x"))`,
  "unknown-calls-without-end": `{ const many = Buffer.concat(Array.from({ length: 1_000 }, (_, n) => frame(65, n + 1e6, result(0, 0, 1), "1", "", ""))); const more = () => { while (write(many)); }; socket.on("drain", more); more() }`,
  "pongs-and-never-reads": `{ socket.pause(); setInterval(() => write(frame(70, 0, JSON.stringify({ busy: [], open: 1, stuck: [], ended: [] }))), 5) }`,
  "byte-by-byte": `{ const f = frame(66, call, JSON.stringify({ at: 1, level: "info" }), Buffer.alloc(5e6), ""); let at = 0; const more = () => { for (let n = 0; n < 1_000; n++) write(f.subarray(at, ++at)); setImmediate(more); }; more() }`,
  "ready-again": `write(frame(64, 0, Buffer.alloc(1e6)))`,
  "asks-and-never-reads": `{ socket.pause(); let op = 0; setInterval(() => { for (let n = 0; n < 100; n++) write(frame(67, call, JSON.stringify({ op: op++, name: "http.body" }), "null", "")) }, 1) }`,
};

type Runner = Awaited<ReturnType<typeof hostileExecutors>>;
/** Most of a case is waiting, so several cases run at once, each with its own executors. */
const atOnce = 3;
const timeoutMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 1_000 : 500;

describe("an executor that was taken over", { concurrency: atOnce }, () => {
  let runners: Runner[];
  const free: Runner[] = [];
  /** A runner that no other test uses until the test has ended. */
  function takeRunner(t: TestContext): Runner {
    const runner = free.pop();
    assert.ok(runner !== undefined);
    t.after(() => free.push(runner));
    return runner;
  }
  before(async () => {
    const text = Object.entries(cases).map(
      ([name, body]) => `${JSON.stringify(name)}(write, call, socket) { ${body} }`,
    );
    const start = () => hostileExecutors(`{ ${text.join(", ")} }`);
    runners = await Promise.all(Array.from({ length: atOnce }, start));
    free.push(...runners);
  });
  after(() => Promise.all(runners.map((runner) => runner.close())));

  for (const name of Object.keys(cases)) {
    test(`costs nobody else a call, and the worker no memory: ${name}`, async (t) => {
      const runner = takeRunner(t);
      const sandbox = { invoke: runner.invoke } as Sandbox;
      const elsewhere = startNeighbour({
        ...sandbox,
        invoke: (invocation) => runner.invoke({ ...invocation, environment: "production" }),
      });
      const beside = startNeighbour(sandbox);
      await delay(50);
      process.memoryUsage();
      const before = process.memoryUsage.rss();
      const { outcome } = await runner.invoke(
        invocationOf(`export default () => "HOSTILE:${name}";`, { timeoutMs, httpBody: Buffer.alloc(1e6) }),
      );
      const grewMb = (process.memoryUsage.rss() - before) / 1e6;
      const [far, near] = [await elsewhere.stop(), await beside.stop()];
      assert.deepEqual(far.wrong, []);
      // It can forge results of the calls in its executor, and the call beside it may have been there.
      assert.ok(near.wrong.length <= (name.startsWith("result-") ? 1 : 0), JSON.stringify(near.wrong));
      assert.ok(far.right > 0 && near.right > 0);
      assert.ok(grewMb < 700, `${grewMb} MB more`);
      // We accept its report on its own call: a value, an error, or that the call was ended.
      assert.ok(["returned", "threw", "terminated"].includes(outcome.kind));
      assert.equal(valueOf(await runner.invoke(invocationOf("export default () => 1;"))), 1);
    });
  }

  test("is told from the others: its Function has failed, and they have not", async (t) => {
    const { outcome } = await takeRunner(t).invoke(
      invocationOf(`export default () => "HOSTILE:unknown-kind" + 2;`, { timeoutMs: 5_000, tenantId: "alone" }),
    );
    assert.equal(outcome.kind, "threw", JSON.stringify(outcome));
    assert.match((outcome as { message: string }).message, /has broken the process/);
  });
});
