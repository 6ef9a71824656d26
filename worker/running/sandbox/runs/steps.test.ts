import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { invocationOf, valueOf } from "../conformance/harness.ts";
import { errorOf, runSandbox, waitsOf } from "./run-harness.ts";

describe("a step of a durable run", () => {
  let here: Awaited<ReturnType<typeof runSandbox>>;
  before(async () => {
    here = await runSandbox();
  });
  beforeEach(() => {
    here.steps.clear();
    here.asked.length = 0;
  });
  after(() => here[Symbol.asyncDispose]());
  const keptOf = () => here.asked.filter(({ name }) => name === "runs.keep").map(({ argument }) => argument);

  test("runs once, and the next attempt gets its stored result", async () => {
    const code = `let n = 0; export default async (i, ctx) => {
      const at = await ctx.step("count", () => ({ n: ++n, when: new Date(5), none: undefined }));
      const nothing = await ctx.step("nothing", () => {});
      return { at, nothing, n, run: ctx.run.id, attempt: ctx.run.attempt, left: ctx.run.deadline - ctx.run.startedAt };
    };`;
    const expected = { at: { n: 1, when: "1970-01-01T00:00:00.005Z" }, nothing: null, n: 1, run: "run_test" };
    const first = valueOf(await here.attempt(code)) as { left: number };
    assert.ok(first.left > 3_000_000);
    assert.deepEqual({ ...first, left: 0 }, { ...expected, attempt: 1, left: 0 });
    assert.deepEqual(
      { ...(valueOf(await here.attempt(code, { attempt: 2 })) as object), left: 0 },
      { ...expected, attempt: 2, left: 0 },
    );
    assert.equal(keptOf().length, 2);
  });

  test("has its name counted when that is used twice, and its position in the order of declaration", async () => {
    const code = `export default async (i, ctx) => {
      const slow = ctx.step("pay", async () => { await new Promise((r) => setTimeout(r, 30)); return "a"; });
      const quick = ctx.step("pay", () => "b");
      return [await Promise.all([slow, quick]), await ctx.step("pay", (step) => step.attempt)];
    };`;
    assert.deepEqual(valueOf(await here.attempt(code)), [["a", "b"], 1]);
    assert.deepEqual(
      keptOf().map((kept) => [(kept as { key: string }).key, (kept as { position: number }).position]),
      [
        ["pay#2", 1],
        ["pay", 0],
        ["pay#3", 2],
      ],
    );
    assert.deepEqual(valueOf(await here.attempt(code)), [["a", "b"], 1]);
  });

  test("that fails waits for its next try, and fails for good after the last one", async () => {
    const code = `export default async (i, ctx) => {
      try {
        await ctx.step("call", (step) => { throw new TypeError("no " + step.attempt); }, { retries: 1, backoffMs: 100, jitter: false });
      } catch (error) { return [error.code, error.message, error.name]; }
    };`;
    const waits = waitsOf(await here.attempt(code));
    const error = { code: "FUNCTION_ERROR", message: "TypeError: no 1", ofPlatform: true };
    assert.deepEqual(waits, [{ kind: "retry", key: "call", position: 0, attempts: 1, afterMs: 100, error }]);
    here.store("run_test", { key: "call", kind: "step", state: "waiting", attempts: 1, value: JSON.stringify(error) });
    assert.deepEqual(waitsOf(await here.attempt(code)), waits);
    here.store("run_test", { key: "call", kind: "step", state: "retrying", attempts: 1, value: JSON.stringify(error) });
    const failed = ["FUNCTION_ERROR", "TypeError: no 2", "FunctionError"];
    assert.deepEqual(valueOf(await here.attempt(code)), failed);
    assert.equal(here.steps.get("run_test")![0]!.state, "failed");
    assert.deepEqual(valueOf(await here.attempt(code)), failed);
  });

  test("keeps code, status and details of its error, and is not retried where the error or the step says so", async () => {
    const code = (options: string, retry: string) => `import { FunctionError } from "ferrule";
      export default (i, ctx) => ctx.step("call", () => { throw new FunctionError("DECLINED", "no", { status: 402, details: { why: 1 }, ${retry} }); }, ${options});`;
    for (const one of [code("{ noRetry: ['DECLINED'] }", ""), code("{}", "retry: false"), code("{ retries: 0 }", "")]) {
      here.steps.clear();
      for (let n = 0; n < 2; n++) {
        const { outcome } = await here.attempt(one);
        assert.ok(outcome.kind === "threw" && outcome.safe && outcome.ofPlatform === undefined);
        assert.deepEqual([outcome.code, outcome.status, outcome.details], ["DECLINED", 402, { why: 1 }]);
      }
    }
    assert.equal(waitsOf(await here.attempt(code("{ noRetry: ['OTHER'] }", ""), { id: "run_other" })).length, 1);
  });

  test("waits longer after each failure, up to a limit, and by chance", async () => {
    const code = (options: string) =>
      `export default (i, ctx) => ctx.step("call", () => { throw new Error("no"); }, { retries: 100, ${options} });`;
    const afterMs = async (attempts: number, options: string) => {
      here.store("run_test", { key: "call", kind: "step", state: "retrying", attempts: attempts - 1, value: null });
      const [wait] = waitsOf(await here.attempt(code(options)));
      return wait?.kind === "retry" ? wait.afterMs : Number.NaN;
    };
    assert.equal(await afterMs(3, "jitter: false"), 4_000);
    assert.equal(await afterMs(3, "jitter: false, factor: 3, backoffMs: 10"), 90);
    assert.equal(await afterMs(90, "jitter: false"), 3_600_000);
    const random = await afterMs(4, "");
    assert.ok(random >= 4_000 && random <= 8_000, String(random));
  });

  test("ends after its time, and its signal says so", async () => {
    const code = `export default (i, ctx) => ctx.step("slow", (step) => new Promise((resolve) => {
      step.signal.addEventListener("abort", () => ctx.log.info(step.signal.reason.name)); }), { timeoutMs: 20, retries: 0 });`;
    const result = await here.attempt(code);
    assert.equal(errorOf(result).code, "STEP_TIMEOUT");
    assert.deepEqual(
      result.logs.map(({ message }) => message),
      ["TimeoutError"],
    );
  });

  test("that cannot be stored ends the attempt, and the Function learns nothing", async () => {
    const code = `export default async (i, ctx) => {
      try { await ctx.step("pay", () => 1); } catch { return "undone"; } finally { ctx.log.info("on"); } };`;
    here.refusals.push(new HostCallError("UNAVAILABLE", "gone"));
    const result = await here.attempt(code);
    assert.equal(errorOf(result).code, "STEP_NOT_KEPT");
    assert.ok(result.outcome.kind === "threw" && result.outcome.ofPlatform === true);
    assert.deepEqual(result.logs, []);
  });

  test("has a name that people can read", async () => {
    const code = `export default async (i, ctx) => {
      const codes = [];
      for (const name of ["", "a\\nb", "\\u202eevil", "a\\u0000", "x".repeat(101), 5, null, {}, "pay#2", "\\ud800"])
        codes.push(await ctx.step(name, () => 1).catch((error) => error.code));
      return [codes, await ctx.step("Zahlung für 客户 😀", () => 1)];
    };`;
    assert.deepEqual(valueOf(await here.attempt(code)), [Array(10).fill("VALIDATION_ERROR"), 1]);
  });

  test("stores nothing that is not JSON or too large, and does not try it again", async () => {
    const code = `export default async (i, ctx) => {
      const cycle = {}; cycle.self = cycle;
      const results = [() => () => 1, () => Symbol("a"), () => 1n, () => cycle, () => "x".repeat(1048577),
        () => ({ toJSON() { throw new Error("mine"); } })];
      const codes = [];
      for (const [n, result] of results.entries()) codes.push(await ctx.step("r" + n, result).catch((error) => error.code));
      return codes;
    };`;
    const invalid = "VALIDATION_ERROR";
    const expected = [invalid, invalid, invalid, invalid, "LIMIT_EXCEEDED", invalid];
    assert.deepEqual(valueOf(await here.attempt(code)), expected);
    assert.deepEqual(valueOf(await here.attempt(code)), expected);
    assert.equal(keptOf().length, 6);
  });

  test("fits into a history of 1,000 steps and 4 MiB", async () => {
    const many = `export default async (i, ctx) => {
      await Promise.all(Array.from({ length: 1000 }, (_, n) => ctx.step("s", () => n)));
      return ctx.step("s", () => 1);
    };`;
    const { code, message } = errorOf(await here.attempt(many, {}, { timeoutMs: 60_000 }));
    assert.equal(code, "RUN_HISTORY_FULL");
    assert.match(message, /1000 steps/);
    assert.equal(here.steps.get("run_test")!.length, 1_000);
    const large = `export default async (i, ctx) => { for (let n = 0; n < 5; n++) await ctx.step("s", () => "x".repeat(1000000)); };`;
    assert.equal(errorOf(await here.attempt(large, { id: "run_large" })).code, "RUN_HISTORY_FULL");
    assert.equal(here.steps.get("run_large")!.length, 4);
  });

  test("in another step is refused", async () => {
    const code = `export default async (i, ctx) => {
      const inner = (name) => ctx.step(name, () => ctx.step("inner", () => 1)).catch((error) => error.code);
      const sleeps = await ctx.step("sleeps", () => ctx.sleep("s", 5)).catch((error) => error.code);
      const starts = await ctx.step("starts", () => ctx.runs.start("a", {})).catch((error) => error.code);
      return [await inner("a"), sleeps, starts, await ctx.step("fine", () => 1)];
    };`;
    const refused = "STEP_IN_STEP";
    assert.deepEqual(valueOf(await here.attempt(code)), [refused, refused, refused, 1]);
  });

  test("is no longer what it was in the history", async () => {
    here.store("run_test", { key: "a", kind: "event", state: "done", attempts: 1, value: "null" });
    const { code, message } = errorOf(await here.attempt(`export default (i, ctx) => ctx.step("a", () => 1);`));
    assert.equal(code, "STEP_CHANGED");
    assert.match(message, /of the kind event.*of the kind step/);
  });

  test("is not there in other calls, which are told what to do", async () => {
    const code = `export default async (i, ctx) => {
      const said = [];
      for (const call of [() => ctx.step("a", () => 1), () => ctx.sleep("a", 1), () => ctx.waitFor("a", { event: "e" }, { timeout: 1 }),
        () => ctx.approve("a", { title: "t" }), () => ctx.runs.wait("a", "run_1")])
        said.push(await call().catch((error) => error.code));
      return [said, ctx.run?.id ?? null, await ctx.step("a", () => 1).catch((error) => error.message)];
    };`;
    const plain = valueOf(await here.sandbox.invoke(invocationOf(code)));
    const [codes, id, message] = plain as [string[], unknown, string];
    assert.deepEqual(codes, Array(5).fill("NOT_DURABLE"));
    assert.equal(id, null);
    assert.match(message, /run: "durable"/);
    const once = valueOf(await here.attempt(code, { durable: false })) as unknown[];
    assert.deepEqual(once.slice(0, 2), [codes, "run_test"]);
  });
});
