import assert from "node:assert/strict";
import { after, afterEach, before, describe, test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "../eventually.ts";
import { openFaultProject, type FaultProject } from "./project.ts";
import { startTopology, type Topology } from "./topology.ts";
import { describeFailures, Traffic } from "./traffic.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const awayMs = full ? 30_000 : 6_000;
/**
 * For this long, calls that need the silent control plane may fail: a worker notices within 5 s. A machine with other
 * tests takes longer.
 */
const noticedMs = full ? 8_000 : 20_000;
/** Calls that need a control plane, and calls that do not once they are warm. */
const asking = ["save", "remember", "later"] as const;
const keeping = ["echo", "secret"] as const;
const routes = [...asking, ...keeping];
type Route = (typeof routes)[number];

describe("two control planes under a load of records, cache, deliveries and secrets", { concurrency: false }, () => {
  let topology: Topology;
  let project: FaultProject;
  let load: Map<Route, Traffic>;
  before(async () => {
    topology = await startTopology({ workers: 2 });
    project = await openFaultProject(topology);
    // Each worker has fetched the secret, and keeps it.
    await Promise.all(Array.from({ length: 24 }, (_, n) => project.call("secret", `warm-${n}`)));
  });
  after(() => topology?.[Symbol.asyncDispose]());
  afterEach(() => topology.mend());

  async function begin(): Promise<void> {
    load = new Map(
      routes.map((route) => [route, new Traffic({ call: (id) => project.call(route, id), loops: 2, betweenMs: 40 })]),
    );
    const isWarm = () => (load.values().every(({ answered }) => answered.length >= 5) ? true : undefined);
    await eventually(async () => isWarm(), 30_000);
  }
  const failedOf = (some: readonly Route[]) => some.flatMap((route) => load.get(route)!.failed);

  /** Ends the load, and waits until everything acknowledged is there: records, accepted deliveries, executions. */
  async function nothingAcknowledgedIsLost(t: TestContext): Promise<void> {
    await Promise.all(load.values().map((traffic) => traffic.stop()));
    const answeredOf = (route: Route) => load.get(route)!.answered.map(({ requestId }) => requestId);
    const stored = [...answeredOf("save"), ...answeredOf("later")];
    await eventually(async () => {
      const saved = await project.saved();
      return stored.every((id) => saved.has(id)) || undefined;
    }, 60_000);
    await project.untilRecorded(
      ["save", "remember", "echo", "secret"].flatMap((route) => answeredOf(route as Route)),
      60_000,
    );
    t.diagnostic(
      routes
        .map((route) => `${route} ${answeredOf(route).length} answered, ${load.get(route)!.failed.length} failed`)
        .join("; "),
    );
  }

  /** Calls that need a control plane may fail until its loss is noticed. No other call may fail. */
  function onlyThoseUnnoticed(t: TestContext, moment: number): void {
    assert.equal(describeFailures(failedOf(keeping)), "", "what a worker holds");
    const failed = failedOf(asking);
    const early = failed.filter(({ ended }) => ended < moment);
    assert.equal(describeFailures(early), "", "before");
    const last = Math.max(0, ...failed.map(({ began }) => began - moment));
    t.diagnostic(`the last call failed that began ${Math.round(last)} ms after; ${describeFailures(failed)}`);
    assert.ok(last < noticedMs, describeFailures(failed));
  }

  test("are restarted in turn, twice, and no call fails", async (t) => {
    await begin();
    for (const one of [...topology.controlPlanes, ...topology.controlPlanes]) {
      await one.replace();
      await delay(1_000);
    }
    await nothingAcknowledgedIsLost(t);
    assert.equal(describeFailures(failedOf(routes)), "");
  });

  for (const [how, signal] of [
    ["one is killed", "SIGKILL"],
    ["one falls silent", "SIGSTOP"],
  ] as const) {
    test(`${how}: calls that ask it fail until that is noticed, and nothing acknowledged is lost`, async (t) => {
      await begin();
      const [first] = topology.controlPlanes;
      const moment = performance.now();
      first!.signal(signal);
      await delay(awayMs);
      if (signal === "SIGSTOP") first!.signal("SIGCONT");
      await first!.ready();
      await delay(2_000);
      await nothingAcknowledgedIsLost(t);
      onlyThoseUnnoticed(t, moment);
    });
  }

  test("lose the database for ten seconds in the middle of a build, which completes", async () => {
    const { client } = project;
    const source = "export default (input: { n: number }) => ({ n: input.n });";
    for (let n = 0; n < 6; n += 1) {
      const { id: functionId } = await client.createFunction({
        body: { slug: `built-${n}`, source: `// ${n}\n${source}` },
      });
      await client.createCronBinding({ body: { functionId, name: `off-${n}`, schedule: "0 0 1 1 *", enabled: false } });
    }
    const { id } = await client.createDeployment({ body: {} });
    const find = async () => {
      const { items } = await client.listDeployments({ query: { limit: 20 } });
      return items.find(({ projectDeploymentId }) => projectDeploymentId === id);
    };
    await eventually(async () => ((await find())?.status === "building" ? true : undefined), 30_000);
    for (const link of topology.links.toDatabase) link.cut();
    await delay(10_000);
    for (const link of topology.links.toDatabase) link.mend();
    const ended = await eventually(async () => {
      const found = await find().catch(() => undefined);
      return found !== undefined && found.finishedAt !== null ? found : undefined;
    }, 120_000);
    assert.deepEqual([ended.status, ended.error], ["completed", null]);
  });
});
