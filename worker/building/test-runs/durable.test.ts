import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTestRunner, type TestRunner } from "./testing/test-runner.ts";

let runner: TestRunner;
before(async () => {
  runner = await openTestRunner();
});
after(() => runner[Symbol.asyncDispose]());

/** Runs a body in `test(…)` beside a durable Function with this body, and fails with what failed in it. */
async function passes(body: string, tests: string) {
  const source = `import { FunctionError, type RunContext } from "ferrule";
void FunctionError;
export default async function run(input: { [name: string]: any }, ctx: RunContext): Promise<any> { ${body} }`;
  const text = `import { call, expect, test } from "ferrule/test";\ntest("one", async () => {\n${tests}\n});`;
  const permissions = { hosts: ["api.example"], cache: true };
  const { functions } = await runner.run([{ source, tests: text, permissions, run: "durable", timeoutMs: 2_000 }]);
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

describe("a test of a durable Function", () => {
  test("runs it to its end at once, whatever it waits for", async () => {
    await passes(
      `const a = await ctx.step("a", () => input.n + 1);
       await ctx.sleep("rest", "3d");
       const paid = await ctx.waitFor("paid", { event: "payment.paid" }, { timeout: "1h" });
       const never = await ctx.waitFor("never", { event: "never" }, { timeout: "1h" });
       const { approved } = await ctx.approve("refund", { title: "Refund" });
       const { id } = await ctx.runs.start("mail", { to: "x" });
       const mail = await ctx.runs.wait("mailed", id);
       return { a, paid: paid?.data, never, approved, mail: mail?.output, source: ctx.source, hours: (Date.now() - ctx.run.startedAt) / 3600000 };`,
      `const result = await call({ n: 1 }, { stand: { now: "2026-01-01T00:00:00Z", events: { "payment.paid": { sum: 5 }, never: null },
         approvals: { refund: "approved" }, runs: { mail: (input: any) => "sent to " + input.to } }, run: { deadlineSeconds: 604_800 } });
       expect(result.error).toBeNull();
       expect(result.output).toEqual({ a: 2, paid: { sum: 5 }, never: null, approved: true, mail: "sent to x", source: "run", hours: 73 });
       expect(result.run?.steps.map(({ name, kind }) => name + " " + kind)).toEqual(
         ["a step", "rest sleep", "paid event", "never event", "refund approval", "start:mail start", "mailed child"]);
       expect(result.run?.attempts).toBe(6);
       expect(result.hostCalls).toEqual([{ name: "runs.start", ok: true, argument: { function: "mail", input: { to: "x" }, step: { key: "start:mail", position: 5 } } }]);`,
    );
  });

  test("answers its questions to the person behind its client", async () => {
    await passes(
      `const form = { type: "object", properties: { city: { type: "string" } } } as const;
       const first = await ctx.mcp!.elicit({ message: "Where?", schema: form, timeout: "3d" });
       const second = await ctx.mcp!.elicit({ message: "And then?", schema: form, name: "then", timeout: "2d" });
       return [first, second.action, (Date.now() - ctx.run.startedAt) / 86_400_000];`,
      `const content = { city: "Bern" };
       const stand = { now: "2026-01-01T00:00:00Z", answers: { question: { action: "accept" as const, content }, then: "timeout" as const } };
       const { output, error, questions, run } = await call({}, { stand, run: { deadlineSeconds: 604_800 } });
       expect(error).toBeNull();
       expect(output).toEqual([{ action: "accept", content }, "timeout", 2]);
       expect(questions?.map(({ name, action }) => name + " " + action)).toEqual(["question accept", "then timeout"]);
       expect(run?.steps.map(({ name, kind }) => name + " " + kind)).toEqual(["question question", "then question"]);
       const { error: refused } = await call({}, { mcp: {} });
       expect(refused?.code).toBe("ELICITATION_UNSUPPORTED");`,
    );
  });

  test("says what to declare for what it waits for", async () => {
    await passes(
      `if (input.event) await ctx.waitFor("a", { event: "paid" }, { timeout: "1h" });
       if (input.approve) await ctx.approve("a", { title: "t" });
       await ctx.runs.start("mail");`,
      `for (const [name, declared] of [["event", /events: { "paid"/], ["approve", /approvals: { "a"/], ["run", /runs: { "mail"/]] as const) {
         const { error } = await call({ [name]: true });
         expect(error?.code).toBe("NO_STAND_IN");
         expect(error?.message).toMatch(declared);
       }`,
    );
  });

  test("shows that an answer does not count for another question", async () => {
    await passes(
      `const first = await ctx.approve("refund", { title: "Refund", details: { amount: 500 } });
       const amount = await ctx.step("look", () => 501);
       await ctx.sleep("rest", "1h");
       return first;`,
      `const { output, run, hostCalls } = await call({}, { stand: { approvals: { refund: "approved" } } });
       expect(output).toEqual({ approved: true, outcome: "approved", decisions: [] });
       expect(run?.steps[0]?.value).toEqual(output);
       expect(hostCalls).toEqual([]);`,
    );
    await passes(
      `await ctx.approve("refund", { title: "Refund", details: { at: ctx.run.attempt } });`,
      `const { error } = await call({}, { stand: { approvals: { refund: "approved" } } });
       expect(error?.code).toBe("STEP_CHANGED");`,
    );
  });

  test("tries failed steps again, and takes the waits of several at once by their time", async () => {
    await passes(
      `const order: string[] = [];
       const branch = async (name: string, ms: number) => { await ctx.sleep(name, ms); await ctx.step("after " + name, () => order.push(name)); };
       const flaky = ctx.step("flaky", ({ attempt }) => { if (attempt < 3) throw new FunctionError("NOT_YET", "Not yet."); return attempt; });
       await Promise.all([branch("late", 60_000), branch("soon", 10), flaky]);
       return { tries: await flaky };`,
      `const { output, run } = await call({});
       expect(output).toEqual({ tries: 3 });
       const names = run?.steps.map(({ name }) => name) ?? [];
       expect(names.filter((name) => name !== "flaky")).toEqual(["soon", "after soon", "late", "after late"]);
       expect(run?.steps[names.indexOf("flaky")]).toMatchObject({ attempts: 3, state: "done", value: 3 });`,
    );
  });

  test("ends no attempt before the steps beside its waits have run", async () => {
    await passes(
      `const turns = async (count: number) => { for (let n = 0; n < count; n++) await undefined; };
       const long = ctx.sleep("long", "12h");
       for (let n = 0; n < 40; n++) {
         await ctx.sleep("nap " + n, 1_000);
         await turns(50);
         await ctx.step("work " + n, async () => { if (n % 4 === 0) await new Promise((done) => setTimeout(done, 5)); await turns(50); });
       }
       await long;`,
      `const { error, run } = await call({});
       expect(error).toBeNull();
       expect(run?.steps.map(({ name }) => name)).toEqual(
         [...Array.from({ length: 40 }, (_, n) => ["nap " + n, "work " + n]).flat(), "long"]);
       expect(run?.attempts).toBe(42);`,
    );
  });

  test("interrupted after each step, shows what is not repeatable", async () => {
    await passes(
      `await ctx.cache.set("outside", 1);
       const one = await ctx.step("one", async () => (await fetch("https://api.example/one", { method: "POST" })).status);
       const two = await ctx.step("two", () => one + 1);
       return one + two;`,
      `const stand = { fetch: [{ url: "https://api.example/*", respond: {} }] };
       const plain = await call({}, { stand });
       const broken = await call({}, { stand, run: { interrupt: true } });
       expect(plain.output).toBe(401);
       expect(broken.output).toBe(401);
       expect([plain.run?.attempts, broken.run?.attempts]).toEqual([1, 3]);
       expect([plain.calls.length, broken.calls.length]).toEqual([1, 1]);
       expect([plain.hostCalls.length, broken.hostCalls.length]).toEqual([1, 3]);`,
    );
  });

  test("ends with the run's own errors", async () => {
    await passes(
      `if (input.far) await ctx.sleep("far", "2d");
       if (input.late) { await ctx.waitFor("late", { event: "late" }, { timeout: "2d" }); }
       if (input.hangs) await new Promise(() => {});
       await ctx.step("bad", () => { throw new FunctionError("BAD", "It is bad.", { retry: false, details: { n: 1 } }); });`,
      `expect((await call({})).error).toEqual({ code: "BAD", message: "It is bad.", details: { n: 1 } });
       expect((await call({ far: true })).error?.code).toBe("VALIDATION_ERROR");
       expect((await call({ late: true }, { stand: { events: { late: null } } })).error?.code).toBe("RUN_EXPIRED");
       expect((await call({ hangs: true })).status).toBe("timed_out");`,
    );
  });
});
