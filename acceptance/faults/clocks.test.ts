import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, deploy, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTopology, type Topology } from "./topology.ts";

const tenMinutes = 600_000;
/** So many calls that each worker and each control plane has some of them. */
const many = Array.from({ length: 24 }, (_, n) => n);

describe("where a worker and a control plane are ten minutes ahead, and another of each ten minutes behind", () => {
  let topology: Topology;
  let owner: Client;
  let endpointId: string;
  let projectId: string;
  let url: string;
  before(async () => {
    const clocks = {
      "control-plane-1": tenMinutes,
      "control-plane-2": -tenMinutes,
      "worker-1": tenMinutes,
      "worker-2": -tenMinutes,
    };
    topology = await startTopology({ workers: 2, clocks });
    owner = await topology.signInAsOwner();
    projectId = (await openProject(owner)).id;
    const source = "export default (input: { n: number }) => input;";
    const { id: functionId } = await owner.createFunction({ body: { slug: "echo", source } });
    const endpoint = await createEndpoint(owner, "http", "api");
    endpointId = endpoint.id;
    url = `${endpoint.urls.development}/echo`;
    await owner.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: "/echo" } });
    await deploy(owner);
  });
  after(() => topology?.[Symbol.asyncDispose]());

  const keyUntil = async (expiresAt: Date | null) => {
    const body = {
      name: "clock",
      environment: "development" as const,
      ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
    };
    return (await owner.createApiKey({ params: { endpointId }, body })).value;
  };
  const statuses = async (key: string) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const all = await Promise.all(
      many.map((n) => fetch(url, { method: "POST", headers, body: JSON.stringify({ n }) })),
    );
    await Promise.all(all.map((answer) => answer.arrayBuffer()));
    return [...new Set(all.map(({ status }) => status))];
  };

  /** A new key is in force everywhere within a second. */
  const untilOpen = (key: string) =>
    eventually(async () => (String(await statuses(key)) === "200" ? true : undefined), 6_000);

  test("calls are recorded at the time at which they were made, one after the other", async () => {
    const key = await keyUntil(null);
    await untilOpen(key);
    const began = Date.now();
    assert.deepEqual(await statuses(key), [200]);
    const listed = async () => {
      const query = { limit: 100, environment: "development" as const };
      const { items } = await owner.listExecutions({ query });
      return items.length >= 2 * many.length ? items : undefined;
    };
    const items = await eventually(listed, 20_000);
    for (const { startedAt } of items)
      assert.ok(Date.parse(startedAt) > began - 10_000 && Date.parse(startedAt) < Date.now() + 2_000, startedAt);
    assert.equal(new Set(items.map(({ workerId }) => workerId)).size, 2);
    const times = items.map(({ startedAt }) => Date.parse(startedAt));
    assert.ok(
      times.every((time, at) => at === 0 || time <= times[at - 1]! + 1_000),
      times.join(),
    );
  });

  test("a key opens until it expires and no longer, whoever is asked", async () => {
    const key = await keyUntil(new Date(Date.now() + 8_000));
    await untilOpen(key);
    await delay(8_500);
    const [status, ...others] = await statuses(key);
    assert.deepEqual([status, others], [401, []]);
  });

  test("a session and an API token that either control plane gave hold at both", async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await topology.signInAsOwner();
      for (let n = 0; n < 6; n += 1) await person.getMe({});
    }
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    for (let round = 0; round < 4; round += 1) {
      const body = { name: `token ${round}`, role: "developer" as const, projectId, expiresAt };
      assert.equal((await owner.createToken({ body })).expiresAt, expiresAt);
    }
  });

  test("each role tells how far its clock is off", async () => {
    const off = await Promise.all(
      [...topology.controlPlanes, ...topology.workers].map(async ({ port }) => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Math.round(Number(/^ferrule_clock_behind_seconds\{.*\} (\S+)$/m.exec(text)?.[1]) / 10);
      }),
    );
    assert.deepEqual(off, [-60, 60, -60, 60]);
  });
});
