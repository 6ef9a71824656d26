import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { deploy, keepCalled, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

const source = (port: number) => `
import type { RunContext } from "ferrule";
export const config = { run: "durable" };
interface Input { order: string }
const note = async (what: string) => {
  const answer = await fetch("http://127.0.0.1:${port}/" + what, { method: "POST" });
  return await answer.text();
};
export default async function pay({ order }: Input, ctx: RunContext) {
  const first = await ctx.step("reserve", () => note("reserve"));
  await ctx.sleep("a moment", 200);
  const second = await ctx.step("charge", () => note("charge"));
  const paid = await ctx.waitFor<{ amount: number }>("paid", { event: "payment.paid", match: { order } }, { timeout: "1h" });
  const third = await ctx.step("ship", () => note("ship"));
  return { first, second, third, amount: paid?.data.amount };
}`;

describe("a durable run", () => {
  let platform: TestPlatform;
  let client: Client;
  let outside: Server;
  /** What the steps did, in order. */
  const done: string[] = [];
  /** Holds the answer to the first charge, so that its worker can be killed in the middle of the step. */
  const charging = Promise.withResolvers<void>();
  let functionId: string;

  before(async () => {
    outside = createServer((request, response) => {
      const what = request.url?.slice(1) ?? "";
      done.push(what);
      const isFirst = done.filter((one) => one === what).length === 1;
      // It never answers: its worker is killed meanwhile.
      if (what === "charge" && isFirst) return charging.resolve();
      response.end(what);
    }).listen(0, "127.0.0.1");
    await once(outside, "listening");
    const { port } = outside.address() as AddressInfo;
    const env = { EGRESS_ALLOW_PRIVATE: `127.0.0.1:${port}`, RUN_LEASE_MS: "2000" };
    platform = await startTestPlatform({ workers: 2, env });
    client = await platform.signInAsOwner();
    await openProject(client);
    const permissions = { secrets: [], hosts: [`http://127.0.0.1:${port}`], collections: [], cache: false };
    const body = { slug: "pay", source: source(port), permissions, run: "durable" as const };
    ({ id: functionId } = await client.createFunction({ body }));
    await keepCalled(client, functionId);
    await deploy(client);
  });
  after(async () => {
    await platform?.stop();
    outside?.closeAllConnections();
    outside?.close();
  });

  const runOf = (runId: string) => client.getRun({ params: { runId } });

  test("survives the death of its worker: each step's effect happens once, except that of the interrupted one", async () => {
    const started = await client.startRun({ body: { functionId, input: { order: "A-1" } } });
    await charging.promise;
    assert.deepEqual(done, ["reserve", "charge"]);
    const { executionId } = await runOf(started.id);
    assert.ok(executionId !== null);
    const { workerId } = (await client.listRunningExecutions()).items.find(({ id }) => id === executionId) ?? {};
    const victim = platform.workers.find(({ pid }) => workerId?.includes(`-${pid}-`) === true);
    // A worker that has not reported the call yet is killed as well.
    for (const { pid } of victim === undefined ? platform.workers : [victim])
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    const waits = await eventually(async () => {
      const run = await runOf(started.id);
      return run.status === "waiting" && run.timeline.some(({ key }) => key === "paid") ? run : undefined;
    }, 60_000);
    assert.match(waits.waitsFor ?? "", /payment\.paid/);
    const send = (order: string) => client.sendRunEvent({ body: { name: "payment.paid", data: { order, amount: 7 } } });
    assert.equal((await send("A-2")).woken, 0);
    assert.equal((await send("A-1")).woken, 1);
    const ended = await eventually(async () => {
      const run = await runOf(started.id);
      return run.finishedAt === null ? undefined : run;
    }, 60_000);
    assert.deepEqual([ended.status, ended.error], ["succeeded", null]);
    assert.deepEqual(done, ["reserve", "charge", "charge", "ship"]);
    assert.deepEqual(JSON.parse(ended.shownOutput ?? ""), {
      first: "reserve",
      second: "charge",
      third: "ship",
      amount: 7,
    });
    assert.deepEqual(
      ended.timeline.map(({ key, state }) => [key, state]),
      [
        ["reserve", "done"],
        ["a moment", "done"],
        ["charge", "done"],
        ["paid", "done"],
        ["ship", "done"],
      ],
    );
    const attempts = await eventually(async () => {
      const { items } = await client.listExecutions({ query: { runId: started.id } });
      return items.some(({ run }) => run?.attempt === ended.attempt) ? items : undefined;
    }, 60_000);
    assert.ok(attempts.every(({ source }) => source === "run"));
    assert.equal(attempts.find(({ run }) => run?.attempt === ended.attempt)?.run?.suspended, undefined);
  });

  test("goes on elsewhere when its worker is asked to stop", async () => {
    const workerOf = async (runId: string) => {
      const { executionId } = await runOf(runId);
      const { items } = await client.listRunningExecutions();
      const { workerId } = items.find(({ id }) => id === executionId) ?? {};
      return platform.workers.find(({ pid }) => workerId?.includes(`-${pid}-`) === true);
    };
    done.length = 0;
    const started = await client.startRun({ body: { functionId, input: { order: "A-3" } } });
    const worker = await eventually(
      async () => (done.includes("charge") ? await workerOf(started.id) : undefined),
      60_000,
    );
    assert.ok(worker.pid !== undefined);
    process.kill(worker.pid, "SIGTERM");
    const waits = await eventually(async () => {
      const run = await runOf(started.id);
      return run.status === "waiting" && run.timeline.some(({ key }) => key === "paid") ? run : undefined;
    }, 60_000);
    assert.deepEqual(done, ["reserve", "charge", "charge"]);
    assert.equal(waits.error, null);
    await client.sendRunEvent({ body: { name: "payment.paid", data: { order: "A-3", amount: 7 } } });
    const ended = await eventually(async () => {
      const run = await runOf(started.id);
      return run.finishedAt === null ? undefined : run;
    }, 60_000);
    assert.deepEqual([ended.status, done.at(-1)], ["succeeded", "ship"]);
  });
});
