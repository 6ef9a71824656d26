import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addRoute, createEndpoint, createFunction, deploy, issueKey, keepCalled, ownerOfProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

/** The bodies of durable Functions that never end. */
const bodies = (port: number) => ({
  loops: `while (true);`,
  loopsInStep: `await ctx.step("loop", () => { while (true); });`,
  fetches: `await ctx.step("fetch", async () => (await fetch("http://127.0.0.1:${port}/")).status);`,
  waits: `await ctx.step("wait", () => new Promise(() => {}));`,
  parent: `const { id } = await ctx.runs.start("waits", {}); await ctx.runs.start("sleeps", {}); await ctx.runs.wait("its end", id);`,
  sleeps: `await ctx.sleep("nap", "1h");`,
});
type Name = keyof ReturnType<typeof bodies>;

/** Plain Functions that never end. */
const plain = {
  idles: "export default async function idles() { await new Promise(() => {}); }",
  spins: "export default function spins() { while (true); }",
};

describe("giving up a run", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  const ids = new Map<Name, string>();
  /** The Functions of crons, the crons, and the route of deliveries. */
  const plainIds = new Map<string, { functionId: string; cronId: string }>();
  let hook: { functionId: string; url: string; key: string };
  /** Takes requests and never answers. */
  const silent = duringTests(async () => {
    const server = createServer().listen(platform.outsidePort, "127.0.0.1");
    await once(server, "listening");
    const stop = async () => {
      server.closeAllConnections();
      server.close();
    };
    return { server, [Symbol.asyncDispose]: stop };
  });

  before(async () => {
    assert.ok(silent.server.listening);
    const hosts = [`http://127.0.0.1:${platform.outsidePort}`];
    const permissions = { secrets: [], hosts, collections: [], cache: false, runs: ["waits", "sleeps"] };
    for (const [name, body] of Object.entries(bodies(platform.outsidePort)) as [Name, string][]) {
      const source = `import type { RunContext } from "ferrule";
        export default async function handler(_input: object, ctx: RunContext) { ${body} return ctx.run.id; }`;
      const slug = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const made = { slug, source, permissions, run: "durable" as const, timeoutMs: 60_000 };
      const { id } = await client.createFunction({ body: made });
      await keepCalled(client, id);
      ids.set(name, id);
    }
    for (const [slug, source] of Object.entries(plain)) {
      const functionId = await createFunction(client, slug, source);
      await client.updateFunction({ params: { functionId }, body: { timeoutMs: 60_000 } });
      plainIds.set(slug, { functionId, cronId: await keepCalled(client, functionId) });
    }
    const functionId = await createFunction(client, "hook", plain.idles);
    await client.updateFunction({ params: { functionId }, body: { timeoutMs: 60_000 } });
    const { id, urls } = await createEndpoint(client, "http", "hooks");
    await addRoute(client, id, { functionId, method: "POST", path: "/hook", delivery: { backoffMs: 100 } });
    hook = { functionId, url: `${urls.development}/hook`, key: await issueKey(client, id) };
    await deploy(client);
  });

  const start = (name: Name) => client.startRun({ body: { functionId: ids.get(name) ?? "", input: {} } });
  const runOf = (runId: string) => client.getRun({ params: { runId } });
  const running = (functionId: string | undefined) =>
    eventually(async () => {
      const { items } = await client.listRunningExecutions();
      return items.find((item) => item.functionId === functionId);
    }, 30_000);
  const endOf = (runId: string, withinMs: number) =>
    eventually(async () => {
      const run = await runOf(runId);
      return run.finishedAt === null ? undefined : run;
    }, withinMs);

  test("by ending the execution of its attempt", async () => {
    const { id } = await start("waits");
    const execution = await running(ids.get("waits"));
    await client.cancelExecution({ params: { executionId: execution.id } });
    const { status, attempt } = await endOf(id, 4 * aSecondMs);
    assert.deepEqual([status, attempt], ["cancelled", 1]);
  });

  for (const name of ["loops", "loopsInStep", "fetches", "waits"] as const) {
    test(`that ${name} ends its isolate and the run within a second or two`, async () => {
      const { id } = await start(name);
      const execution = await running(ids.get(name));
      await client.cancelRun({ params: { runId: id } });
      const ended = await endOf(id, 4 * aSecondMs);
      assert.deepEqual([ended.status, ended.error], ["cancelled", null]);
      const recorded = await eventually(
        () => client.getExecution({ params: { executionId: execution.id } }).catch(() => undefined),
        4 * aSecondMs,
      );
      assert.equal(recorded.status, "cancelled");
      await assert.rejects(client.cancelRun({ params: { runId: id } }), { code: "INVALID_STATE" });
    });
  }

  /** Cancels a run that has an attempt, and waits for its end. Returns it when its call is over, too. */
  async function giveUp(runId: string, functionId: string) {
    const execution = await running(functionId);
    const asked = await client.cancelRun({ params: { runId } });
    assert.deepEqual([asked.status, asked.cancelling], ["running", true]);
    const ended = await endOf(runId, 2 * aSecondMs);
    await eventually(async () => {
      const { items } = await client.listRunningExecutions();
      return items.every(({ id }) => id !== execution.id) ? true : undefined;
    }, 4 * aSecondMs);
    return ended;
  }

  for (const slug of Object.keys(plain)) {
    test(`of a cron whose Function ${slug} ends its isolate and the run within a second or two, for good`, async () => {
      const { functionId = "", cronId = "" } = plainIds.get(slug) ?? {};
      const { id } = await client.runCronBinding({ params: { cronBindingId: cronId } });
      const { status, attempt, mode } = await giveUp(id, functionId);
      assert.deepEqual([mode, status, attempt], ["cron", "cancelled", 1]);
      const next = await client.runCronBinding({ params: { cronBindingId: cronId } });
      assert.equal(next.status, "queued", "the next one of its cron begins");
      await client.cancelRun({ params: { runId: next.id } });
    });
  }

  test("that is a delivery ends its isolate within a second or two, and discards the delivery", async () => {
    const headers = { "x-api-key": hook.key, "content-type": "application/json" };
    const answer = await fetch(hook.url, { method: "POST", headers, body: "{}" });
    assert.equal(answer.status, 202);
    const { deliveryId } = (await answer.json()) as { deliveryId: string };
    const { status, attempt, mode } = await giveUp(deliveryId, hook.functionId);
    assert.deepEqual([mode, status, attempt], ["delivery", "cancelled", 1]);
    assert.equal((await client.getDelivery({ params: { deliveryId } })).status, "discarded");
  });

  test("ends the runs that it has started, whether they run or wait", async () => {
    const { id } = await start("parent");
    await running(ids.get("waits"));
    const { children } = await eventually(async () => {
      const run = await runOf(id);
      const sleeps = run.children.find(({ functionId }) => functionId === ids.get("sleeps"));
      return run.status === "waiting" && sleeps?.status === "waiting" ? run : undefined;
    }, 30_000);
    assert.equal(children.length, 2);
    assert.equal((await client.cancelRun({ params: { runId: id } })).status, "cancelled");
    for (const child of children) assert.equal((await endOf(child.id, 8 * aSecondMs)).status, "cancelled");
  });
});
