import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { runWait } from "@ferrule/contract/internal/runs.ts";
import { invocationOf, valueOf } from "../conformance/harness.ts";
import { errorOf, runSandbox, waitsOf } from "./run-harness.ts";

describe("a durable run that waits", () => {
  let here: Awaited<ReturnType<typeof runSandbox>>;
  before(async () => {
    here = await runSandbox();
  });
  beforeEach(() => {
    here.steps.clear();
    here.asked.length = 0;
  });
  after(() => here[Symbol.asyncDispose]());
  const namesOf = () => here.asked.map(({ name }) => name);

  test("sleeps for a duration or until a time, and goes on when the sleep is stored", async () => {
    const code = `export default async (i, ctx) => { await ctx.sleep("s", i.for ?? new Date(i.at)); return "awake"; };`;
    const waitOf = async (input: object) =>
      waitsOf(await here.attempt(code, {}, { inputJson: JSON.stringify(input) }))[0];
    const durations = { "90s": 90_000, "5m": 300_000, "0.5h": 1_800_000, PT5M: 300_000, PT1M30S: 90_000, "250ms": 250 };
    for (const [text, forMs] of [...Object.entries(durations), [1_500, 1_500]])
      assert.deepEqual(await waitOf({ for: text }), { kind: "sleep", key: "s", position: 0, forMs });
    const at = Date.now() + 60_000;
    assert.deepEqual(await waitOf({ at }), { kind: "until", key: "s", position: 0, at });
    here.store("run_test", { key: "s", kind: "sleep", state: "waiting", attempts: 1, value: null });
    assert.deepEqual(await waitOf({ at }), { kind: "until", key: "s", position: 0, at });
    here.store("run_test", { key: "s", kind: "sleep", state: "done", attempts: 1, value: null });
    assert.equal(valueOf(await here.attempt(code, {}, { inputJson: JSON.stringify({ at }) })), "awake");
  });

  test("does not sleep in the past, and not beyond its deadline", async () => {
    const code = `export default async (i, ctx) => {
      await ctx.sleep("past", new Date(1)); await ctx.sleep("now", 0);
      const codes = [];
      for (const wrong of [-1, NaN, Infinity, "soon", "", "P", "PT", "5 m", new Date(NaN), {}, null, undefined, "30d", new Date(8e15)])
        codes.push(await ctx.sleep("s", wrong).catch((error) => error.code));
      return codes;
    };`;
    for (let n = 0; n < 2; n++) assert.deepEqual(valueOf(await here.attempt(code)), Array(14).fill("VALIDATION_ERROR"));
    assert.deepEqual(namesOf(), ["runs.keep", "runs.keep"]);
  });

  test("waits for an event that matches", async () => {
    const code = `export default (i, ctx) => ctx.waitFor("paid", { event: "payment.paid", match: { order: i.order } }, { timeout: "30m" });`;
    const input = { inputJson: '{"order":7}' };
    const event = { kind: "event", key: "paid", position: 0, event: "payment.paid", timeoutMs: 1_800_000 };
    assert.deepEqual(waitsOf(await here.attempt(code, {}, input)), [{ ...event, match: { order: 7 } }]);
    const done = { data: { sum: 1 }, at: "2026-11-27T08:00:00.000Z" };
    here.store("run_test", { key: "paid", kind: "event", state: "done", attempts: 1, value: JSON.stringify(done) });
    assert.deepEqual(valueOf(await here.attempt(code, {}, input)), done);
    here.store("run_test", { key: "paid", kind: "event", state: "done", attempts: 1, value: "null" });
    assert.equal(valueOf(await here.attempt(code, {}, input)), null);
    const wrong = `export default async (i, ctx) => [
      await ctx.waitFor("a", { event: "" }, { timeout: 1 }).catch((e) => e.code), await ctx.waitFor("b", { event: "e" }, {}).catch((e) => e.code),
      await ctx.waitFor("c", { event: "e", match: { big: "x".repeat(20000) } }, { timeout: 1 }).catch((e) => e.code), await ctx.waitFor("d").catch((e) => e.code)];`;
    assert.deepEqual(valueOf(await here.attempt(wrong, { id: "run_wrong" })), Array(4).fill("VALIDATION_ERROR"));
  });

  test("asks people, bound to what is asked", async () => {
    const code = `export default (i, ctx) => ctx.approve("refund", { title: "Refund 500 €", summary: "Two\\nlines",
      details: { amount: i.amount, order: "o1" }, ...i.options });`;
    const ask = async (input: object, call: object = {}) => {
      const [wait] = waitsOf(await here.attempt(code, {}, { inputJson: JSON.stringify(input), ...call }));
      runWait.parse(wait);
      return wait?.kind === "approval" ? wait.approval : assert.fail();
    };
    const { digest, ...asked } = await ask({ amount: 500 });
    assert.deepEqual(asked, {
      title: "Refund 500 €",
      summary: "Two\nlines",
      details: '{"amount":500,"order":"o1"}',
      by: { roles: ["owner", "admin"], people: [], groups: [], caller: false },
      people: 1,
      notAsker: true,
      expiresSeconds: 86_400,
    });
    const options = { by: { people: ["a@b.example"], caller: true }, people: 2, notAsker: false, expires: "2h" };
    const other = await ask({ amount: 500, options });
    assert.deepEqual(other.by, { roles: [], people: ["a@b.example"], groups: [], caller: true });
    assert.deepEqual([other.people, other.notAsker, other.expiresSeconds], [2, false, 7_200]);
    assert.equal(other.digest, digest);
    assert.notEqual((await ask({ amount: 501 })).digest, digest);
    assert.notEqual((await ask({ amount: 500 }, { deploymentId: "dep_other" })).digest, digest);
    const done = { approved: true, outcome: "approved", decisions: [] };
    here.store("run_test", {
      key: "refund",
      kind: "approval",
      state: "done",
      attempts: 1,
      value: JSON.stringify(done),
    });
    assert.deepEqual(valueOf(await here.attempt(code)), done);
  });

  test("takes no answer that was given to another question, whatever deployment asks the same", async () => {
    const code = `export default (i, ctx) => ctx.approve("refund", { title: "Refund", details: { amount: 500, order: "o1" },
      by: { people: ["a@b.example", "c@d.example"] }, ...i });`;
    const ask = (input: object, call: object = {}) =>
      here.attempt(code, {}, { inputJson: JSON.stringify(input), ...call });
    const [wait] = waitsOf(await ask({}));
    if (wait?.kind !== "approval") assert.fail("it asks");
    const done = { approved: true, outcome: "approved", decisions: [] };
    const value = JSON.stringify({ asked: wait.asked, ...done });
    here.store("run_test", { key: "refund", kind: "approval", state: "done", attempts: 1, value });
    const reordered = { order: "o1", amount: 500 };
    const same = [{}, { details: reordered }, { expires: "2h" }, { by: { people: ["c@d.example", "a@b.example"] } }];
    for (const input of same) assert.deepEqual(valueOf(await ask(input)), done, JSON.stringify(input));
    assert.deepEqual(valueOf(await ask({}, { deploymentId: "dep_other" })), done);
    for (const other of [
      { title: "Refund all" },
      { summary: "More." },
      { details: { amount: 501, order: "o1" } },
      { by: { roles: ["operator"] } },
      { people: 2 },
      { notAsker: false },
    ]) {
      const { code: error, message } = errorOf(await ask(other));
      assert.equal(error, "STEP_CHANGED", JSON.stringify(other));
      assert.match(message, /another question under the name "refund"\. Give the new one another name/);
    }
  });

  test("refuses a question that nobody could read or decide", async () => {
    const code = `export default async (i, ctx) => {
      const codes = [];
      for (const wrong of [{}, { title: "" }, { title: "a\\nb" }, { title: "t", summary: 5 }, { title: "t", details: () => 1 },
        { title: "t", by: { roles: ["king"] } }, { title: "t", by: { people: "me" } }, { title: "t", people: 6 },
        { title: "t", expires: "1s" }, { title: "t", expires: "31d" }, { title: "t", details: "x".repeat(20000) },
        { title: "t", summary: "a\\u202eb" }])
        codes.push(await ctx.approve("a", wrong).catch((error) => error.code));
      return codes;
    };`;
    assert.deepEqual(valueOf(await here.attempt(code)), Array(12).fill("VALIDATION_ERROR"));
  });

  test("starts a child once, and waits for it", async () => {
    const code = `export default async (i, ctx) => {
      const one = await ctx.runs.start("mail", { to: 1 }, { key: "k", delay: "5m", priority: 3, detached: true });
      const two = await ctx.runs.start("mail");
      return [one, two, await ctx.runs.wait("mailed", one.id, { timeout: "1h" })];
    };`;
    assert.deepEqual(waitsOf(await here.attempt(code)), [
      { kind: "child", key: "mailed", position: 2, runId: "run_mail_0", timeoutMs: 3_600_000 },
    ]);
    assert.deepEqual(here.asked, [
      {
        name: "runs.start",
        argument: {
          function: "mail",
          input: { to: 1 },
          key: "k",
          delayMs: 300_000,
          priority: 3,
          detached: true,
          step: { key: "start:mail", position: 0 },
        },
      },
      { name: "runs.start", argument: { function: "mail", input: {}, step: { key: "start:mail#2", position: 1 } } },
    ]);
    const child = { id: "run_mail_0", status: "succeeded", output: 5 };
    here.store("run_test", { key: "mailed", kind: "child", state: "done", attempts: 1, value: JSON.stringify(child) });
    assert.deepEqual(valueOf(await here.attempt(code)), [{ id: "run_mail_0" }, { id: "run_mail_1" }, child]);
    assert.equal(here.asked.length, 2);
  });

  test("lets any call start, read, cancel and wake runs", async () => {
    const code = `export default async (i, ctx) => [await ctx.runs.start("mail", { a: 1 }), await ctx.runs.get("run_1"),
      await ctx.runs.cancel("run_1"), await ctx.runs.send("paid", { n: 1 }, { runId: "run_1" }), await ctx.runs.get("").catch((e) => e.code)];`;
    const expected = [
      { id: "run_mail_plain" },
      { id: "run_1", status: "running" },
      true,
      { woken: 2 },
      "VALIDATION_ERROR",
    ];
    assert.deepEqual(valueOf(await here.sandbox.invoke(invocationOf(code))), expected);
    assert.deepEqual(here.asked.at(-1), {
      name: "runs.send",
      argument: { name: "paid", data: { n: 1 }, runId: "run_1" },
    });
  });

  test("tells everything that it waits for at once, and only after the rest has ended", async () => {
    const code = `export default async (i, ctx) => {
      const work = async () => {
        for (let n = 0; n < 5; n++) await ctx.secrets.get("a");
        await new Promise((resolve) => setTimeout(resolve, 40));
        for (let n = 0; n < 50; n++) await null;
        return ctx.step("work", async () => { await new Promise((resolve) => setTimeout(resolve, 40)); return ctx.secrets.get("a"); });
      };
      return Promise.all([ctx.sleep("a", "30m"), work(), ctx.sleep("a", "2m"), ctx.waitFor("e", { event: "e" }, { timeout: 5 })]);
    };`;
    const waits = waitsOf(await here.attempt(code));
    assert.deepEqual(
      waits.map(({ kind, key, position }) => [kind, key, position]),
      [
        ["sleep", "a", 0],
        ["sleep", "a#2", 1],
        ["event", "e", 2],
      ],
    );
    assert.equal(here.steps.get("run_test")![0]!.key, "work");
    for (const key of ["a", "a#2"])
      here.store("run_test", { key, kind: "sleep", state: "done", attempts: 1, value: null });
    here.store("run_test", { key: "e", kind: "event", state: "done", attempts: 1, value: "null" });
    assert.deepEqual(
      valueOf(await here.attempt(code)),
      [null, "s", null, null].map((one, at) => (at === 0 || at === 2 ? null : one)),
    );
  });

  test("leaves its isolate although a limit of an ended request, or a timer, is still open", async () => {
    const code = `export default async (i, ctx) => {
      AbortSignal.timeout(60000); if (i.timers) { setTimeout(() => {}, 60000); setInterval(() => {}, 5); }
      await ctx.sleep("s", "30m");
    };`;
    const began = performance.now();
    assert.equal(waitsOf(await here.attempt(code)).length, 1);
    assert.ok(performance.now() - began < 900, "a limit held it up");
    assert.equal(waitsOf(await here.attempt(code, {}, { inputJson: '{"timers":true}' })).length, 1);
  });

  test("runs until its time limit if it waits for nothing that will come", async () => {
    const code = `export default async (i, ctx) => { await ctx.step("never", () => new Promise(() => {})); };`;
    const { outcome } = await here.attempt(code, {}, { timeoutMs: 400 });
    assert.ok(outcome.kind === "terminated" && outcome.reason === "timeout");
  });

  test("gives its isolate to the next call, which sees nothing of it", async () => {
    const code = `let kept; export default async (i, ctx) => {
      if (i.plain) {
        const late = await kept.step("late", () => 1).catch((error) => error.code);
        return [late, await kept.sleep("late", 5).catch((error) => error.code), await ctx.step("a", () => 1).catch((error) => error.code), globalThis.told ?? null];
      }
      kept = ctx; setTimeout(() => { globalThis.told = "timer"; }, 30);
      ctx.step("hangs", () => new Promise(() => {}));
      await ctx.sleep("s", "30m"); globalThis.told = "woken";
    };`;
    const first = await here.attempt(code, {}, { timeoutMs: 20_000 });
    assert.equal(waitsOf(first).length, 1);
    assert.equal(here.sandbox.state().running, 0);
    const { outcome, coldStart } = await here.sandbox.invoke(invocationOf(code, { inputJson: '{"plain":true}' }));
    assert.equal(coldStart, false);
    assert.deepEqual(outcome.kind === "returned" && JSON.parse(outcome.outputJson), [
      "UNAVAILABLE",
      "UNAVAILABLE",
      "NOT_DURABLE",
      "timer",
    ]);
  });

  test("cannot wait for more than can be stored", async () => {
    const code = `export default (i, ctx) => Promise.all(Array.from({ length: 100 }, (_, n) =>
      ctx.waitFor("e" + n, { event: "e", match: { big: "x".repeat(16000) } }, { timeout: "1h" })));`;
    assert.equal(errorOf(await here.attempt(code)).code, "LIMIT_EXCEEDED");
  });
});
