import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { findRedisServer, startTestRedis } from "@ferrule/control-plane/data/cache/testing/redis-server.ts";
import { openFaultProject } from "./project.ts";
import { startTopology } from "./topology.ts";
import { describeFailures, Traffic } from "./traffic.ts";

const program = findRedisServer();
const unlessAbsent = { skip: program === undefined && "no server that speaks Redis" };

/** A topology whose cache is in Redis. */
async function startWithRedis() {
  const redis = await startTestRedis(program ?? assert.fail());
  const topology = await startTopology({ redisUrl: redis.url });
  return {
    topology,
    project: await openFaultProject(topology),
    async [Symbol.asyncDispose]() {
      await topology[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    },
  };
}

test("while the database is cut or silent, the cache in Redis works", unlessAbsent, async (t) => {
  await using started = await startWithRedis();
  const { topology, project } = started;
  for (const how of ["cut", "stall"] as const) {
    await project.call("remember", "warm");
    const saves = new Traffic({ call: (id) => project.call("save", id), loops: 1 });
    for (const link of topology.links.toDatabase) link[how]();
    // Until load balancers have noticed; after that, workers need new connections.
    await delay(5_000);
    for (const link of topology.links.toControlPlane) link.cut();
    for (const link of topology.links.toControlPlane) link.mend();
    const traffic = new Traffic({ call: (id) => project.call("remember", id) });
    await delay(4_000);
    await traffic.stop();
    for (const link of topology.links.toDatabase) link.mend();
    await saves.stop();
    t.diagnostic(
      `${how}: ${traffic.answered.length} answered, ${traffic.failed.length} failed; saves ${saves.answered.length} answered, failed ${[...new Set(saves.failed.map(({ status }) => status))].join()} ${saves.failed.length}`,
    );
    assert.equal(describeFailures(traffic.failed), "");
    await topology.mend();
  }
});

/** Resolves when load balancers must have noticed: after eight seconds at least, and three without a failed call. */
async function whenCalm(traffic: Traffic): Promise<number> {
  const began = performance.now();
  const failedLast = () => Math.max(began + 5_000, traffic.failed.at(-1)?.ended ?? 0);
  while (performance.now() - failedLast() < 3_000) {
    assert.ok(performance.now() - began < 60_000, "calls still fail after a minute");
    await delay(100);
  }
  return performance.now();
}

test(
  "a control plane that alone has lost the database is passed over, and records are stored through the other one",
  unlessAbsent,
  async (t) => {
    await using started = await startWithRedis();
    const { topology, project } = started;
    for (const how of ["cut", "stall"] as const) {
      const [lost] = topology.links.toDatabase;
      lost![how]();
      const around = new Traffic({ call: (id) => project.call("save", id), betweenMs: 60 });
      const moment = await whenCalm(around);
      await delay(4_000);
      await around.stop();
      lost!.mend();
      const later = around.failed.filter(({ began }) => began >= moment);
      t.diagnostic(
        `${how}: ${around.answered.length} answered, ${around.failed.length} failed, ${later.length} of them later`,
      );
      assert.equal(describeFailures(later), "");
      const saved = await project.saved();
      assert.deepEqual(
        around.answered.filter(({ requestId }) => !saved.has(requestId)),
        [],
      );
      await topology.mend();
    }
  },
);
