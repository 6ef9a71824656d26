import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { missingBehind } from "@ferrule/one-machine/until-ready.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import {
  addRoute,
  createEndpoint,
  createFunction,
  deploy,
  executionOf,
  issueKey,
  keepCalled,
  ownerOfProject,
} from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

const concurrency = 4;
/** How many calls are answered before a worker is killed under load, and after. */
const underLoad =
  process.env["FERRULE_TEST_LENGTH"] === "full" ? { before: 200, after: 400 } : { before: 60, after: 150 };
const isResult = (path: string | Buffer) => String(path).endsWith(".build");

describe("two workers behind one gateway", () => {
  const platform = duringTests(() =>
    startTestPlatform({ workers: 2, env: { RUNTIME_CONCURRENCY: String(concurrency) } }),
  );
  const client = duringTests(() => ownerOfProject(platform));
  let url: string;
  let key: string;

  before(async () => {
    const endpoint = await createEndpoint(client, "http", "api");
    const bind = async (slug: string, source: string) => {
      const functionId = await createFunction(client, slug, source);
      await addRoute(client, endpoint.id, { functionId, method: "GET", path: `/${slug}` });
    };
    await bind("quick", "export default async function quick() { return { quick: true }; }");
    await bind(
      "slow",
      "export default async function slow() { await new Promise((resolve) => setTimeout(resolve, 1_500)); return { slow: true }; }",
    );
    url = endpoint.urls.development;
    key = await issueKey(client, endpoint.id);
    await deploy(client);
  });

  const call = (path: string, requestId?: string) =>
    fetch(url + path, { headers: { "x-api-key": key, ...(requestId ? { "x-request-id": requestId } : {}) } });
  const bothReady = () =>
    eventually(async () => {
      const answers = await Promise.all(
        platform.workers.map(async (worker) => {
          const response = await fetch(`http://127.0.0.1:${worker.listening.port}/ready`).catch(() => null);
          await response?.arrayBuffer();
          return response?.ok === true;
        }),
      );
      return answers.every(Boolean) ? true : undefined;
    }, 60_000);

  let asked = 0;
  /** The gateway learns a moment later that they are ready. */
  const bothGivenCalls = async () => {
    await bothReady();
    const seen = new Set<unknown>();
    await eventually(async () => {
      const together = Array.from({ length: concurrency }, () => `balance-${asked++}`);
      await Promise.all(together.map(async (id) => assert.equal((await call("/quick", id)).status, 200)));
      for (const id of together) seen.add((await executionOf(client, id)).workerId);
      return seen.size === 2 ? true : undefined;
    }, 60_000);
  };

  test("both of them are given calls", async () => {
    verifies("gateway.balances");
    await bothGivenCalls();
  });

  test("what one of them has built none builds again, and it is served", async () => {
    const caches = platform.workers.map((_, index) => join(platform.dataDir, `worker-${index + 1}`, "build-cache"));
    const isBuilder = (cache: string) => existsSync(cache) && readdirSync(cache, { recursive: true }).some(isResult);
    const builders = caches.filter(isBuilder);
    assert.equal(builders.length, 1, "only one of them was given the first deployment");
    // The worker that gets the next one has nothing in reserve.
    rmSync(builders[0]!, { recursive: true });
    const source = "export default async function another() { return 1; }";
    await keepCalled(client, await createFunction(client, "another", source));
    const { id } = await deploy(client);
    const { log } = await client.getDeployment({ params: { projectDeploymentId: id } });
    const told = log.map(({ message }) => message);
    assert.ok(
      told.includes("2 of 3 builds are from earlier, because the same text was built before."),
      told.join("\n"),
    );
    assert.deepEqual(await (await call("/quick")).json(), { quick: true });
  });

  test("a worker killed after its answer: the execution is found once it is back, exactly once", async () => {
    const response = await call("/quick", "killed-after-answer");
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    for (const worker of platform.workers) process.kill(worker.pid ?? 0, "SIGKILL");
    await bothReady();
    await eventually(async () => {
      const { items } = await client.listExecutions({ query: { requestId: "killed-after-answer" } });
      assert.ok(items.length <= 1);
      return items[0];
    }, 30_000);
  });

  test("a worker killed under load costs only the calls in it", async () => {
    await bothReady();
    await eventually(async () => ((await missingBehind(platform.url)).length === 0 ? true : undefined), 60_000);
    const state = { over: false };
    const statuses = new Map<number, number>();
    const loop = async () => {
      while (!state.over) {
        const response = await call("/quick");
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    };
    const loops = Array.from({ length: 6 }, loop);
    await eventually(async () => ((statuses.get(200) ?? 0) > underLoad.before ? true : undefined), 30_000);
    process.kill(platform.workers[0]?.pid ?? 0, "SIGKILL");
    const before = statuses.get(200) ?? 0;
    await eventually(async () => ((statuses.get(200) ?? 0) > before + underLoad.after ? true : undefined), 30_000);
    state.over = true;
    await Promise.all(loops);
    const lost = [...statuses].filter(([status]) => status !== 200).reduce((sum, [, count]) => sum + count, 0);
    assert.ok(lost <= 6, `at most what was in it: ${JSON.stringify([...statuses])}`);
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status !== 200 && status !== 502),
      [],
    );
  });

  test("a worker that is asked to stop loses no call", async () => {
    await bothGivenCalls();
    const slow = Array.from({ length: concurrency }, () => call("/slow"));
    // Each worker that got some of them.
    const busy = await eventually(async () => {
      for (const worker of platform.workers) {
        const text = await (await fetch(`http://127.0.0.1:${worker.listening.port}/ready`)).text();
        if (/"running":[1-9]/.test(text)) return worker;
      }
      return undefined;
    }, 5_000);
    process.kill(busy.pid ?? 0, "SIGTERM");
    const state = { over: false };
    const meanwhile = (async () => {
      const seen = new Set<number>();
      while (!state.over) {
        const response = await call("/quick");
        await response.arrayBuffer();
        seen.add(response.status);
      }
      return seen;
    })();
    for (const response of await Promise.all(slow)) assert.equal(response.status, 200);
    state.over = true;
    assert.deepEqual([...(await meanwhile)], [200]);
  });

  test("beyond RUNTIME_CONCURRENCY calls wait a bounded time, then are told to come back", async () => {
    verifies("limits.runtime-concurrency");
    await bothReady();
    const answers = await Promise.all(Array.from({ length: concurrency * 2 * 5 }, () => call("/slow")));
    const statuses = answers.map((response) => response.status);
    assert.ok(statuses.includes(200));
    assert.ok(statuses.includes(503), JSON.stringify(statuses));
    assert.deepEqual(
      statuses.filter((status) => status !== 200 && status !== 503),
      [],
    );
    const refused = answers.find((response) => response.status === 503);
    assert.ok(refused);
    assert.ok(Number(refused.headers.get("retry-after")) >= 1);
    assert.equal(((await refused.json()) as { error: { code: string } }).error.code, "OVERLOADED");
  });

  test("a build takes no slot from invocations", async () => {
    verifies("limits.deployment-concurrency");
    const { id } = await client.createDeployment({ body: {} });
    const answers = await Promise.all(Array.from({ length: 16 }, () => call("/quick")));
    for (const response of answers) assert.equal(response.status, 200);
    await eventually(async () => {
      const { status } = await client.getDeployment({ params: { projectDeploymentId: id } });
      return status === "completed" ? true : undefined;
    }, 30_000);
  });
});
