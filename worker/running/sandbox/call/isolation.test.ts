import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import type { Invocation } from "./invocation.ts";
import type { Sandbox } from "../sandbox.ts";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

const counting = "let calls = 0; export default () => ++calls;";
/**
 * The first call creates the isolate before the clock starts, so the second measures the end of the loop and not the
 * start of the isolate.
 */
const stuckWhenTold = "export default (i) => i.stuck ? Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) : 0;";

describe("state of a module", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await testSandbox({ executors: 1 });
  });
  after(() => sandbox[Symbol.asyncDispose]());
  const count = async (over: Partial<Invocation> = {}) => valueOf(await sandbox.invoke(invocationOf(counting, over)));

  test("lives on between calls of the same tenant", async () => {
    assert.deepEqual([await count(), await count()], [1, 2]);
    assert.equal((await sandbox.invoke(invocationOf(counting))).coldStart, false);
  });

  for (const [what, over] of Object.entries({
    tenants: { tenantId: "tenant-b" },
    environments: { environment: "production" },
    deployments: { deploymentId: "dep_other" },
    grants: { grantKey: "other" },
    Functions: { functionId: "fn_other" },
    Projects: { projectId: "prj_other" },
    "runs of a test and calls": { environment: "production", source: "test" },
  } satisfies Record<string, Partial<Invocation>>)) {
    test(`is never shared between ${what}`, async () => {
      await count();
      assert.equal(await count(over), 1);
    });
  }

  test("cannot reach another tenant by polluting prototypes", async () => {
    const source =
      "Object.prototype.mark ??= input => input; export default (i) => { Object.prototype.tenant ??= i.tenant; return ({}).tenant; };";
    for (const tenantId of ["one", "two"]) {
      const over = { tenantId, inputJson: JSON.stringify({ tenant: tenantId }) };
      assert.equal(valueOf(await sandbox.invoke(invocationOf(source, over))), tenantId);
    }
  });

  test("has one call at a time", async () => {
    const source =
      "let inside = 0, most = 0; export default async () => { most = Math.max(most, ++inside); await new Promise((r) => setTimeout(r, 20)); inside--; return most; };";
    const results = await Promise.all(Array.from({ length: 6 }, () => sandbox.invoke(invocationOf(source))));
    assert.deepEqual(results.map(valueOf), [1, 1, 1, 1, 1, 1]);
  });

  test("loses its timers and open requests when a call ends", async () => {
    const source =
      "let late = 0; export default async (i) => { if (i.start) { setTimeout(() => late++, 5); setInterval(() => late++, 5); return 0; } await new Promise((r) => setTimeout(r, 40)); return late; };";
    // On a crowded machine, the isolate may be evicted between the two calls. Then the second call shows nothing.
    for (let tries = 0; tries < 20; tries += 1) {
      await sandbox.invoke(invocationOf(source, { inputJson: '{"start":true}' }));
      const second = await sandbox.invoke(invocationOf(source));
      assert.equal(valueOf(second), 0);
      if (!second.coldStart) return;
    }
    assert.fail("no second call has found the isolate of the first");
  });

  test("is lost when code burns on after its result; the next call does not suffer", async () => {
    const source =
      "export default (i) => { if (i.burn) Promise.resolve().then(() => {}).then(() => {}).then(() => {}).then(() => { for (;;); }); return 'ok'; };";
    const first = await sandbox.invoke(invocationOf(source, { inputJson: '{"burn":true}' }));
    assert.equal(valueOf(first), "ok");
    assert.equal(valueOf(await sandbox.invoke(invocationOf(source))), "ok");
  });
});

describe("when an executor has to be killed", () => {
  test("bystanders that touched nothing are begun again, others end as cancelled and say why", async () => {
    const asked = Promise.withResolvers<void>();
    const server = createServer((_request, response) => {
      response.end("ok");
      asked.resolve();
    });
    await using served = await serveHere(server);
    const { port } = served;
    await using sandbox = await testSandbox({ executors: 1, egressAllowPrivate: [`127.0.0.1:${port}`] });
    const grant = { secrets: [], hosts: [`http://127.0.0.1:${port}`], collections: [], cache: false };
    const over = { timeoutMs: 30_000 };
    const offend = (input: object, timeoutMs: number) =>
      sandbox.invoke(invocationOf(stuckWhenTold, { inputJson: JSON.stringify(input), timeoutMs }));
    await offend({}, 30_000);
    const waits = "export default async () => { await new Promise((r) => setTimeout(r, 1500)); return 'done'; };";
    const untouched = sandbox.invoke(invocationOf(waits, over));
    const never = `await fetch("http://127.0.0.1:${port}/"); await new Promise(() => {});`;
    const touched = sandbox.invoke(invocationOf(`export default async () => { ${never} };`, { grant, ...over }));
    await asked.promise;
    const offender = await offend({ stuck: true }, 300);
    assert.equal(offender.outcome.kind === "terminated" && offender.outcome.reason, "timeout");
    assert.equal(valueOf(await untouched), "done");
    const { outcome, touchedOutside, calls } = await touched;
    assert.ok(outcome.kind === "terminated" && outcome.reason === "cancelled" && touchedOutside);
    assert.match(outcome.message, /not started again/);
    assert.equal(calls.length, 1);
  });

  test("its Function runs in an executor of its own from then on, and production is never touched", async () => {
    await using sandbox = await testSandbox({ executors: 1 });
    const production = () => sandbox.invoke(invocationOf(counting, { environment: "production" }));
    const development = () => sandbox.invoke(invocationOf(counting));
    const offender = async () => {
      await sandbox.invoke(invocationOf(stuckWhenTold, { timeoutMs: 30_000 }));
      return sandbox.invoke(invocationOf(stuckWhenTold, { timeoutMs: 300, inputJson: '{"stuck":true}' }));
    };
    await production();
    await offender();
    assert.equal((await production()).coldStart, false);
    assert.equal((await development()).coldStart, true);
    await offender();
    assert.equal((await development()).coldStart, false);
    assert.equal((await production()).coldStart, false);
  });

  test("several that may have done it are run again one by one", async () => {
    await using sandbox = await testSandbox({ executors: 1 });
    const bomb =
      "export default () => { const a = []; for (;;) { try { for (;;) a.push(new Array(100000).fill(1.5)); } catch {} } };";
    const busy =
      "export default (i) => { const end = Date.now() + 400; let n = 0; while (Date.now() < end) n++; return 'busy'; };";
    const [first, second, third] = await Promise.all([
      sandbox.invoke(invocationOf(busy, { timeoutMs: 10_000 })),
      sandbox.invoke(invocationOf(bomb, { memoryMb: 16, timeoutMs: 10_000 })),
      sandbox.invoke(invocationOf(busy, { tenantId: "other", timeoutMs: 10_000 })),
    ]);
    assert.deepEqual([valueOf(first), valueOf(third)], ["busy", "busy"]);
    assert.equal(second.outcome.kind === "terminated" && second.outcome.reason, "memory");
  });
});
