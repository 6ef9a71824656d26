import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { deploy, keepCalled, ownerOfProject } from "../deploy.ts";
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

describe("giving up a durable run", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  const ids = new Map<Name, string>();
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
