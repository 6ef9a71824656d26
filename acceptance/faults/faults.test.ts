import assert from "node:assert/strict";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { missingBehind } from "@ferrule/one-machine/until-ready.ts";
import { eventually } from "../eventually.ts";
import { startChanges } from "./changes.ts";
import { executorsOf, killProcess } from "./executors.ts";
import { openFaultProject, type FaultProject, type Route } from "./project.ts";
import { openTicks } from "./ticks.ts";
import { startTopology, type Replica, type Topology } from "./topology.ts";
import { describeFailures, Traffic } from "./traffic.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
/** `npm test` runs the others, in less than a minute. */
const long = { skip: full ? false : "long" };
const awayMs = full ? 60_000 : 2_000;
const loops = 4;
/** The pause of each loop between two calls. */
const usualMs = full ? 15 : 90;
/** Only root may mount a small disk. */
const isRoot = process.getuid?.() === 0;
/** docs/operating.md promises this after a fault has ended. */
const recoveryMs = full ? 2_000 : 15_000;

/** Writes a file until its disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (let size = 1_048_576; size >= 1; size /= 2) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

describe("faults between roles in processes of their own", { concurrency: false }, () => {
  let topology: Topology;
  let project: FaultProject;

  before(async () => {
    // All of the following must hold although no two clocks agree.
    const clocks = { "control-plane-2": 600_000, "worker-1": -600_000, "gateway-2": 300_000 };
    topology = await startTopology({ workers: 2, clocks, ...(isRoot ? { disks: { "worker-2": 96 } } : {}) });
    project = await openFaultProject(topology);
  });
  after(() => topology?.[Symbol.asyncDispose]());

  const started: Traffic[] = [];
  const begin = (route: Route, more: { loops?: number; betweenMs?: number } = {}): Traffic => {
    const call = (requestId: string) => project.call(route, requestId);
    const traffic = new Traffic({ call, loops, betweenMs: usualMs, ...more });
    started.push(traffic);
    return traffic;
  };
  afterEach(async () => {
    await Promise.all(started.splice(0).map((traffic) => traffic.stop()));
    await topology.mend();
  });
  const start = async (route: Route = "echo", betweenMs = usualMs): Promise<Traffic> => {
    const traffic = begin(route, { betweenMs });
    await eventually(async () => (traffic.answered.length >= 10 ? true : undefined), 20_000).catch(() =>
      assert.fail(`${traffic.answered.length} answered, ${describeFailures(traffic.failed)}`),
    );
    return traffic;
  };
  const noneFailed = (traffic: Traffic) => assert.equal(describeFailures(traffic.failed), "");
  const name = async () => (await project.client.getMe()).user.email;
  /** How long after `moment` the management API works again. */
  const managedAfter = async (moment: number) => {
    await eventually(async () => name().catch(() => undefined), 60_000);
    return performance.now() - moment;
  };
  /** Resolves when this gateway no longer gives calls to a worker. */
  const passesOver = ({ port }: Replica) =>
    eventually(async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return /^ferrule_gateway_upstream_healthy\{kind="worker".*\} 0$/m.test(text) || undefined;
    }, 20_000);
  const tell = (t: TestContext, what: string, ms: number) => t.diagnostic(`${what} ${Math.round(ms)} ms after`);

  test("the database is gone: calls go on, and their records arrive later", async (t) => {
    const traffic = await start();
    for (const link of topology.links.toDatabase) link.cut();
    await assert.rejects(name());
    await delay(awayMs);
    for (const link of topology.links.toDatabase) link.mend();
    const took = await managedAfter(performance.now());
    noneFailed(await traffic.stop());
    tell(t, "the management API answered", took);
    assert.ok(took < recoveryMs, String(took));
    await project.untilRecorded(
      traffic.answered.map(({ requestId }) => requestId),
      30_000,
    );
  });

  test("clocks differ by minutes: crons occur by the database's clock, each time once", async () => {
    const ticks = await openTicks();
    try {
      const end = await ticks.start(project.client, 1);
      await eventually(async () => ((await ticks.occurrences(project.client)).length >= 4 ? true : undefined), 20_000);
      await end();
      const times = (await ticks.occurrences(project.client)).toSorted((a, b) => a - b);
      assert.deepEqual(
        times,
        times.map((_, n) => times[0]! + n * 1_000),
        "each second, once",
      );
      assert.ok(Math.abs(times.at(-1)! - Date.now()) < 60_000, "by the database's clock");
    } finally {
      await ticks[Symbol.asyncDispose]();
    }
  });

  test("the database's connections are half-open: others take their place", long, async (t) => {
    const traffic = await start();
    for (const link of topology.links.toDatabase) link.forget();
    const took = await managedAfter(performance.now());
    noneFailed(await traffic.stop());
    tell(t, "the management API answered", took);
    await project.untilRecorded(
      traffic.answered.map(({ requestId }) => requestId),
      60_000,
    );
  });

  test("the database is slow: calls are not", long, async () => {
    const quiet = await start();
    await delay(1_000);
    await quiet.stop();
    for (const link of topology.links.toDatabase) link.slow({ delayMs: 100 });
    const slowed = await start();
    await delay(2_000);
    await name();
    await slowed.stop();
    for (const link of topology.links.toDatabase) link.mend();
    noneFailed(slowed);
    const [before, meanwhile] = [Traffic.median(quiet.calls), Traffic.median(slowed.calls)];
    assert.ok(meanwhile < before * 3 + 50, `${before} ms before, ${meanwhile} ms meanwhile`);
  });

  test("links to control planes and the database are slow and lose connections: calls go on, and nothing is lost", async (t) => {
    const traffic = await start();
    const changes = startChanges(project.client);
    const links = [...topology.links.toControlPlane, ...topology.links.toDatabase];
    const before = links.reduce((sum, { losses }) => sum + losses, 0);
    for (const link of links)
      link.slow({ delayMs: 10, jitterMs: 60, bytesPerSecond: 500_000, lossesPerSecond: full ? 0.1 : 0.5 });
    await delay(awayMs);
    const lost = () => links.reduce((sum, one) => sum + one.losses, -before);
    await eventually(async () => (lost() > 0 && changes.acknowledged() >= 3 ? true : undefined), 60_000);
    const losses = lost();
    for (const link of links) link.mend();
    await changes.stop();
    noneFailed(await traffic.stop());
    t.diagnostic(`${losses} connections lost, ${changes.acknowledged()} changes acknowledged`);
    assert.deepEqual(await changes.lost(), []);
    await project.untilRecorded(
      traffic.answered.map(({ requestId }) => requestId),
      30_000,
    );
  });

  test("links to workers are slow and lose connections: a call fails only with the connection that it was on", async (t) => {
    const links = topology.links.toWorker.flat();
    const before = links.reduce((sum, { losses }) => sum + losses, 0);
    for (const link of links)
      link.slow({ delayMs: 2, jitterMs: 30, bytesPerSecond: 500_000, lossesPerSecond: full ? 0.2 : 0.4 });
    const traffic = begin("echo");
    await delay(awayMs / (full ? 2 : 1));
    const losses = links.reduce((sum, one) => sum + one.losses, -before);
    await traffic.stop();
    t.diagnostic(`${losses} connections lost, ${traffic.failed.length} of ${traffic.calls.length} calls failed`);
    assert.ok(traffic.failed.length <= losses * loops, describeFailures(traffic.failed));
    assert.ok(
      traffic.failed.every(({ status }) => status === 502 || status === 503),
      describeFailures(traffic.failed),
    );
    for (const link of links) link.mend();
    noneFailed(await (await start()).stop());
    await project.untilRecorded(
      traffic.answered.map(({ requestId }) => requestId),
      30_000,
    );
  });

  test("every control plane is gone: gateways stay ready, and calls go on", async (t) => {
    const traffic = await start();
    for (const one of topology.controlPlanes) one.signal("SIGSTOP");
    if (full) await delay(awayMs);
    for (const { port } of topology.gateways) {
      const missing = () => missingBehind(`http://127.0.0.1:${port}`);
      await eventually(async () => ((await missing()).length > 0 ? true : undefined), 20_000);
      assert.equal((await fetch(`http://127.0.0.1:${port}/ready`)).status, 200);
    }
    for (const one of topology.controlPlanes) one.signal("SIGCONT");
    tell(t, "the management API answered", await managedAfter(performance.now()));
    noneFailed(await traffic.stop());
    await project.untilRecorded(
      traffic.answered.map(({ requestId }) => requestId),
      30_000,
    );
  });

  test("one control plane is killed: the other one carries on", long, async (t) => {
    const traffic = await start("save", 60);
    const [first] = topology.controlPlanes;
    const moment = performance.now();
    first!.signal("SIGKILL");
    tell(t, "the management API answered", await managedAfter(moment));
    await first!.ready();
    await traffic.stop();
    tell(t, "the last call failed that stores a record", traffic.recovery(moment));
  });

  test("a worker is killed: what was in it is lost, and nothing else", async (t) => {
    const traffic = await start();
    const [first] = topology.workers;
    const moment = performance.now();
    first!.signal("SIGKILL");
    await first!.ready();
    await traffic.stop();
    assert.ok(traffic.failed.length <= loops, describeFailures(traffic.failed));
    tell(t, "the last call failed", traffic.recovery(moment));
    await project.untilRecorded(
      traffic.answered.map(({ requestId }) => requestId),
      30_000,
    );
  });

  test("a worker is stopped: others take its calls, and what it had is answered when it goes on", async (t) => {
    const traffic = await start();
    const [first] = topology.workers;
    first!.signal("SIGSTOP");
    const stopped = performance.now();
    // docs/operating.md promises this.
    if (full) await delay(5_000);
    else await Promise.all(topology.gateways.map(passesOver));
    const other = await start();
    await delay(full ? 1_000 : 200);
    noneFailed(await other.stop());
    first!.signal("SIGCONT");
    await first!.ready();
    await traffic.stop();
    noneFailed(traffic);
    const held = traffic.calls.filter(({ began, ended }) => ended - began > 1_000);
    t.diagnostic(
      `${held.length} calls waited; the last began ${Math.round(Math.max(0, ...held.map(({ began }) => began - stopped)))} ms after`,
    );
  });

  test("a gateway is killed: the other one takes the calls", async (t) => {
    const traffic = await start();
    const [first] = topology.gateways;
    const moment = performance.now();
    first!.signal("SIGKILL");
    await first!.ready();
    await traffic.stop();
    tell(t, "the last call failed", traffic.recovery(moment));
    assert.ok(traffic.failed.length <= loops, describeFailures(traffic.failed));
  });

  test("an executor is killed: calls that have sent nothing are run again", async () => {
    const traffic = await start("wait", 0);
    const executors = topology.workers.flatMap(({ pid }) => executorsOf(pid));
    assert.ok(executors.length > 0, "there is one");
    for (const pid of executors) killProcess(pid);
    await delay(full ? 1_500 : 500);
    await traffic.stop();
    noneFailed(traffic);
  });

  test("the network between gateways and a worker is cut: calls go to the other one", async (t) => {
    const links = topology.links.toWorker.map((row) => row[0]!);
    const traffic = await start();
    const moment = performance.now();
    for (const link of links) link.cut();
    await delay(full ? 1_500 : 800);
    for (const link of links) link.mend();
    await delay(full ? 1_500 : 800);
    await traffic.stop();
    tell(t, "the last call failed", traffic.recovery(moment));
    assert.ok(traffic.failed.length <= loops, describeFailures(traffic.failed));
  });

  test("the connections between gateways and a worker are half-open: calls go to the other one", long, async (t) => {
    const traffic = begin("echo", { loops: 16 });
    await delay(500);
    for (const row of topology.links.toWorker) row[0]!.forget();
    const moment = performance.now();
    await delay(6_000);
    const other = await start();
    await delay(500);
    noneFailed(await other.stop());
    // Calls that waited behind the lost connections end with an error, or still wait.
    const began = traffic.failed.map(({ began }) => began - moment);
    t.diagnostic(
      `failed: ${describeFailures(traffic.failed)}; the last began ${Math.round(Math.max(0, ...began))} ms after`,
    );
  });

  test(
    "the disk under a worker is full: calls go on, and every one is recorded",
    { skip: !isRoot && "needs root" },
    async () => {
      const worker = topology.workers[1]!;
      const lost = async () => {
        const text = await (await fetch(`http://127.0.0.1:${worker.port}/metrics`)).text();
        return Number(/^ferrule_worker_executions_lost\S* (\d+)/m.exec(text)?.[1] ?? Number.NaN);
      };
      const before = await lost();
      const filler = join(topology.dataDir, worker.name, "filler");
      fill(filler);
      const traffic = await start();
      await delay(2_000);
      noneFailed(await traffic.stop());
      await project.untilRecorded(
        traffic.answered.map(({ requestId }) => requestId),
        30_000,
      );
      assert.equal(await lost(), before);
      rmSync(filler);
      const later = await start();
      noneFailed(await later.stop());
      await project.untilRecorded(
        later.answered.map(({ requestId }) => requestId),
        30_000,
      );
    },
  );

  test("a deployment crashes its processes: other Functions are answered", long, async () => {
    const hostile = [begin("spin", { loops: 1 }), begin("bomb", { loops: 2 })];
    const traffic = await start();
    await delay(4_000);
    await traffic.stop();
    noneFailed(traffic);
    for (const one of hostile) assert.equal((await one.stop()).answered.length, 0);
  });

  test("a hot endpoint leaves room for a quiet one", async (t) => {
    // They wait so long that the difference cannot come from a busy machine, which delays both: only one has a queue.
    const hot = begin("burn", { loops: 40, betweenMs: 0 });
    await eventually(async () => (hot.answered.length >= 40 ? true : undefined), 20_000);
    const quiet = await start("echo", 100);
    const began = quiet.calls[0]?.began ?? 0;
    await delay(3_000);
    await quiet.stop();
    await hot.stop();
    noneFailed(quiet);
    const beside = hot.answered.filter(({ ended }) => ended > began);
    const [slow, quick] = [Traffic.median(beside), Traffic.median(quiet.calls)];
    t.diagnostic(`p50 ${Math.round(slow)} ms on the hot one, ${Math.round(quick)} ms on the quiet one`);
    assert.ok(quick < slow, "a quiet one does not wait in its queue");
  });
});
