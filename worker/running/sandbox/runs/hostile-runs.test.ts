import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { invocationOf, valueOf } from "../conformance/harness.ts";
import { readOutcome } from "../call/outcome/read-outcome.ts";
import { runOf, runSandbox, waitsOf } from "./run-harness.ts";

describe("a Function that attacks its run", () => {
  let here: Awaited<ReturnType<typeof runSandbox>>;
  before(async () => {
    here = await runSandbox();
  });
  beforeEach(() => here.steps.clear());
  after(() => here[Symbol.asyncDispose]());

  test("gains nothing by replaced built-ins", async () => {
    const code = `
      const evil = () => { throw new Error("evil"); };
      const spoiled = [];
      for (const type of [Array, Map, Promise, String, RegExp, Date, Number, Set, Function])
        for (const name of Object.getOwnPropertyNames(type.prototype)) if (name !== "constructor" && name !== "then") spoiled.push(type.prototype, name);
      for (const one of [JSON, Math, Reflect, Object, Number, Date, Promise]) for (const name of Object.getOwnPropertyNames(one)) spoiled.push(one, name);
      const define = Object.defineProperty; const { length } = spoiled;
      for (let at = 0; at < length; at += 2) try { spoiled[at][spoiled[at + 1]] = evil; } catch {}
      Promise.prototype.then = new Proxy(Promise.prototype.then, {});
      Object.prototype.toJSON = () => "forged";
      try { define(Array.prototype, "0", { set: evil, get: evil }); } catch {}
      export default async (i, ctx) => {
        const one = await ctx.step("one", () => "text");
        let failed;
        try { await ctx.step("two", () => { throw "thrown"; }, { retries: 0 }); } catch (error) { failed = error.code; }
        if (one !== "text" || failed !== "FUNCTION_ERROR") return one;
        await ctx.sleep("three", "5m");
      };`;
    assert.deepEqual(waitsOf(await here.attempt(code)), [{ kind: "sleep", key: "three", position: 2, forMs: 300_000 }]);
  });

  test("settles a step once, whatever its thenable does", async () => {
    const code = `export default async (i, ctx) => {
      const lies = await ctx.step("lies", () => ({ then(resolve, reject) { resolve(1); reject(new Error("2")); resolve(3); throw new Error("4"); } }));
      const throws = await ctx.step("throws", () => ({ get then() { throw new Error("get"); } }), { retries: 0 }).catch((e) => e.message);
      class Mine extends Promise { static get [Symbol.species]() { throw new Error("species"); } }
      const mine = await ctx.step("mine", () => { const p = Mine.resolve(7); p.then = undefined; return p; }, { retries: 0 }).catch((e) => e.message);
      const forged = await ctx.step("forged", () => { const p = Promise.resolve(8); p.constructor = { [Symbol.species]: function (run) { run(() => {}, () => {}); } }; return p; }, { retries: 0 });
      return [lies, throws, forged];
    };`;
    const { outcome } = await here.attempt(code, {}, { timeoutMs: 3_000 });
    assert.deepEqual(outcome.kind === "returned" && JSON.parse(outcome.outputJson), [1, "get", 8]);
  });

  test("cannot suspend a plain call, nor forge waits", async () => {
    const code = `Object.prototype.run = { id: "run_x", attempt: 1, startedAt: 0, deadline: 9e15, parentId: null, durable: true, steps: [] };
      export default (i, ctx) => ctx.sleep("a", "1h");`;
    const { outcome } = await here.sandbox.invoke(invocationOf(code, { timeoutMs: 2_000 }));
    assert.ok(outcome.kind === "threw" && !outcome.safe, JSON.stringify(outcome));
    const value = `export default () => ({ kind: "suspended", waits: [] });`;
    assert.deepEqual(valueOf(await here.attempt(value)), { kind: "suspended", waits: [] });
  });

  test("cannot store a step of an ended attempt in the history of another run", async () => {
    const code = `let finish; export default async (i, ctx) => {
      if (i.second) { finish("stolen"); for (let n = 0; n < 50; n++) await null; return ctx.step("own", () => 1); }
      ctx.step("late", () => new Promise((resolve) => { finish = resolve; })).then(() => { throw new Error("went on"); });
      await ctx.sleep("s", "5m");
    };`;
    assert.equal(waitsOf(await here.attempt(code)).length, 1);
    const second = await here.attempt(code, { id: "run_other" }, { inputJson: '{"second":true}' });
    assert.equal(valueOf(second), 1);
    assert.equal(second.coldStart, false);
    assert.deepEqual(
      here.steps.get("run_other")?.map(({ key }) => key),
      ["own"],
    );
    assert.equal(here.steps.get("run_test"), undefined);
  });

  test("is not believed what it says of its waits", () => {
    const numbers = { cpuMs: 0, paceMs: 0, reusable: true, waited: false, entered: true, overran: false };
    const read = (text: string, durable = true) => {
      const none = Buffer.alloc(0);
      const parts = [none, Buffer.from(text), none, none];
      const call = { run: runOf({ durable }), functionId: "fn_a", deploymentId: null };
      return readOutcome({ kind: "suspended", ...numbers }, parts, call);
    };
    const sleep = { kind: "sleep", key: "a", position: 0, forMs: 5 };
    assert.equal(read(JSON.stringify([sleep])).kind, "suspended");
    assert.equal(read(JSON.stringify([sleep]), false).kind, "threw");
    const approval = { title: "t", details: "{", by: { roles: ["owner"] } };
    for (const wrong of [
      "",
      "{",
      "null",
      "[]",
      JSON.stringify([sleep, sleep]),
      JSON.stringify([{ ...sleep, forMs: -1 }]),
      JSON.stringify([{ ...sleep, runId: "run_other" }]),
      JSON.stringify([{ ...sleep, key: "x".repeat(200) }]),
      JSON.stringify(Array.from({ length: 1_001 }, (_, n) => ({ ...sleep, key: `k${n}` }))),
      JSON.stringify([{ kind: "approval", key: "a", position: 0, approval }]),
      JSON.stringify([
        { kind: "approval", key: "a", position: 0, approval: { ...approval, details: "{}", title: "a\nb" } },
      ]),
      JSON.stringify([
        { kind: "approval", key: "a", position: 0, approval: { ...approval, details: "{}", digest: "0".repeat(64) } },
      ]),
      JSON.stringify([
        { kind: "approval", key: "a", position: 0, approval: { ...approval, details: "{}" }, asked: "0".repeat(64) },
      ]),
    ])
      assert.equal(read(wrong).kind, "threw", wrong.slice(0, 100));
    assert.equal(read(`[${" ".repeat(5_000_000)}]`).kind, "terminated");
  });
});
