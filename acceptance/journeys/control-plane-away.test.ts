import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareThreeWorkers, type TestPlatform } from "../platform.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const awayMs = full ? 600_000 : 3_000;
const quietMs = full ? 60_000 : 1_000;
const loops = 4;
const betweenMs = full ? 5 : 15;

const source = "export default async function echo(input: { n: string }) { return input; }";

describe("a control plane that is away under load", () => {
  let platform: TestPlatform;
  let client: Client;
  let call: (requestId: string) => Promise<number>;

  before(async () => {
    platform = await shareThreeWorkers();
    client = await platform.signInAsOwner();
    await openProject(client);
    const endpoint = await createEndpoint(client, "http", "api");
    const functionId = await createFunction(client, "echo", source);
    const body = { functionId, method: "GET" as const, path: "/echo/{n}" };
    await client.createHttpBinding({ params: { endpointId: endpoint.id }, body });
    const key = await issueKey(client, endpoint.id);
    await deploy(client);
    call = async (requestId) => {
      const headers = { "x-api-key": key, "x-request-id": requestId };
      const response = await fetch(`${endpoint.urls.development}/echo/${requestId}`, { headers });
      const { n } = (await response.json()) as { n?: string };
      if (response.status === 200) assert.equal(n, requestId);
      return response.status;
    };
  });
  after(async () => {
    if (platform?.controlPlane.pid !== undefined) process.kill(platform.controlPlane.pid, "SIGCONT");
    await platform?.stop();
  });

  /** Makes calls without a pause until it is stopped. */
  function startCalls(name: string) {
    const state = { over: false };
    const answered: string[] = [];
    const failed: number[] = [];
    const took: number[] = [];
    const loop = async (index: number) => {
      for (let n = 0; !state.over; n += 1) {
        const requestId = `${name}-${index}-${n}`;
        const began = performance.now();
        const status = await call(requestId);
        took.push(performance.now() - began);
        if (status === 200) answered.push(requestId);
        else failed.push(status);
        // The pause, so that the phases compare the time of a call and not the queue of a full machine.
        await delay(betweenMs);
      }
    };
    const running = Promise.all(Array.from({ length: loops }, (_, index) => loop(index)));
    return {
      answered,
      failed,
      async stop(): Promise<number> {
        state.over = true;
        await running;
        return took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
      },
    };
  }

  /** How often each request is in the list of executions. */
  async function recorded(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 200, ...(cursor === null ? {} : { cursor }) };
      const page: Awaited<ReturnType<Client["listExecutions"]>> = await client.listExecutions({ query });
      for (const { requestId } of page.items) counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return counts;
  }

  test("fails no call, slows none, and every answered one is recorded exactly once, also those of a worker killed meanwhile", async (t) => {
    const warm = startCalls("warm");
    await eventually(async () => (warm.answered.length > 50 ? true : undefined), 30_000);
    await warm.stop();

    const quiet = startCalls("quiet");
    await delay(quietMs);
    const quietP50 = await quiet.stop();

    // It is stopped, not killed. That is worse: it takes connections and never responds, and no supervisor starts
    // another.
    process.kill(platform.controlPlane.pid ?? 0, "SIGSTOP");
    const away = startCalls("away");
    await delay(awayMs);
    const awayP50 = await away.stop();
    assert.deepEqual([...quiet.failed, ...away.failed], []);

    const killing = startCalls("killing");
    await eventually(async () => (killing.answered.length > 50 ? true : undefined), 30_000);
    const [worker] = platform.workers;
    const pid = worker?.pid ?? 0;
    process.kill(pid, "SIGKILL");
    await eventually(async () => {
      const response = await fetch(`http://127.0.0.1:${worker?.listening.port}/ready`).catch(() => null);
      return worker?.pid !== pid && response?.ok === true ? true : undefined;
    }, 30_000);
    await killing.stop();
    assert.ok(killing.failed.length <= loops, `at most what was in it: ${String(killing.failed)}`);

    process.kill(platform.controlPlane.pid ?? 0, "SIGCONT");
    const answered = [...warm.answered, ...quiet.answered, ...away.answered, ...killing.answered];
    const counts = await eventually(
      async () => {
        const counts = await recorded();
        return answered.every((id) => counts.has(id)) ? counts : undefined;
      },
      full ? 600_000 : 60_000,
    );
    assert.deepEqual(
      [...counts].filter(([, count]) => count !== 1),
      [],
      "no call is recorded twice",
    );
    const figures = `${answered.length} calls; p50 ${quietP50.toFixed(1)} ms quiet, ${awayP50.toFixed(1)} ms while it was away`;
    t.diagnostic(figures);
    // A ratio for the call itself, and some milliseconds for other work on this machine.
    assert.ok(awayP50 <= quietP50 * 3 + 20, figures);
  });
});
