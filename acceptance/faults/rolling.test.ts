import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openFaultProject, type FaultProject } from "./project.ts";
import { startTopology, type Replica, type Topology } from "./topology.ts";
import { describeFailures, Traffic } from "./traffic.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const long = { skip: full ? false : "long", concurrency: false };

/** Replaces one replica after the other under load of every kind; fails when a call does. */
async function replaceAll(project: FaultProject, replicas: readonly Replica[]): Promise<string> {
  const routes = ["echo", "wait", "count", "save"] as const;
  const load = routes.map((route) => new Traffic({ call: (id) => project.call(route, id), loops: 2 }));
  const manage = new Traffic({ call: () => project.client.getMe().then(() => 200), loops: 1, betweenMs: 50 });
  try {
    await delay(1_000);
    for (const replica of replicas) {
      await replica.replace();
      await delay(2_000);
    }
  } finally {
    await Promise.all([...load, manage].map((traffic) => traffic.stop()));
  }
  const failed = [...load, manage].flatMap((traffic) => traffic.failed);
  assert.equal(describeFailures(failed), "", "no call fails");
  const answered = load.flatMap((traffic) => traffic.answered.map(({ requestId }) => requestId));
  await project.untilRecorded(answered, 60_000);
  return `${answered.length + manage.answered.length} calls, 0 failed`;
}

const everyRole = ({ controlPlanes, workers, gateways }: Topology) => [...controlPlanes, ...workers, ...gateways];

describe("replacing every process under load", long, () => {
  test("a restart of one after the other fails no call", async (t) => {
    await using topology = await startTopology({ workers: 3 });
    const project = await openFaultProject(topology);
    t.diagnostic(await replaceAll(project, everyRole(topology)));
  });
});
