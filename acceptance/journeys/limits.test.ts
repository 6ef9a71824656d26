import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareThreeWorkers } from "../platform.ts";

type Policy = Parameters<Client["replaceAuthPolicy"]>[0]["body"];

const source = "export default async function hello() { return { hello: true }; }";
const anybody = { mode: "none" } as const;
const keys = { mode: "api-key" } as const;

describe("limits over three workers", () => {
  const platform = duringTests(shareThreeWorkers);
  const client = duringTests(() => ownerOfProject(platform));

  let made = 0;
  /** An HTTP API with one route under this policy in Development; the policy is in force on every worker. */
  async function serve(policy: Omit<Policy, "environment">, keyOf: { tenantId?: string } = {}) {
    made += 1;
    const endpoint = await createEndpoint(client, "http", `limits-${made}`);
    const functionId = await createFunction(client, `hello-${made}`, source);
    const params = { endpointId: endpoint.id };
    await client.createHttpBinding({ params, body: { functionId, method: "GET", path: "/hello" } });
    await client.replaceAuthPolicy({ params, body: { environment: "development", ...policy } });
    const key = await issueKey(client, endpoint.id, keyOf);
    await deploy(client);
    const { pathname } = new URL(endpoint.urls.development);
    /** Sends a request to one worker as the gateway would, for a client at this address. */
    const ask = async (worker: number, headers: Record<string, string> = {}) => {
      const { port } = platform.workers[worker % 3]!.listening;
      const response = await fetch(`http://127.0.0.1:${port}${pathname}/hello`, {
        headers: { "x-internal-token": platform.internalApiToken, "x-forwarded-for": "198.51.100.7", ...headers },
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const isLoaded = async (worker: number) => !["404", "503"].includes(String((await ask(worker)).status));
    // A refused address or a missing key does not count.
    if (policy.caller.mode === "api-key") {
      await eventually(async () => {
        const loaded = await Promise.all([0, 1, 2].map(isLoaded));
        return loaded.every(Boolean) ? true : undefined;
      }, 20_000);
    }
    return { id: endpoint.id, url: `${endpoint.urls.development}/hello`, key, ask };
  }
  const codeOf = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code;

  /** How often these workers, if present, used only their share because the control plane was too late. */
  async function unanswered(workers: readonly number[] = [0, 1, 2]): Promise<number> {
    const counts = workers.map(async (worker) => {
      const { listening } = platform.workers[worker]!;
      const response = await fetch(`http://127.0.0.1:${listening.port}/metrics`).catch(() => null);
      return Number(/limits_unanswered_total (\d+)/.exec((await response?.text()) ?? "")?.[1] ?? 0);
    });
    return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  }

  /** The result if the control plane replied in time, which may fail on a busy machine. */
  async function answered<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 0; tries < 8; tries += 1) {
      const before = await unanswered();
      const result = await attempt();
      if ((await unanswered()) === before) return result;
    }
    throw new Error("The control plane was too late each time.");
  }

  test("a key is let through as often as its policy says, whichever workers it meets", async () => {
    const limits = { keyRequestsPerMinute: 30 };
    for (const pick of [(call: number) => call, () => 0]) {
      const { answers, refilled } = await answered(async () => {
        const { ask, key } = await serve({ caller: keys, limits });
        const began = performance.now();
        const asked = Array.from({ length: 90 }, (_, call) => ask(pick(call), { "x-api-key": key }));
        return { answers: await Promise.all(asked), refilled: ((performance.now() - began) / 60_000) * 30 };
      });
      const allowed = answers.filter(({ status }) => status === 200).length;
      // At most one request more for each worker; another worker may hold a few in reserve.
      assert.ok(allowed >= 27 && allowed <= 33 + refilled, `${allowed} of 30, and ${refilled} came again`);
      const refused = answers.find(({ status }) => status === 429)!;
      assert.equal(codeOf(refused.text), "RATE_LIMITED");
      assert.ok(Number(refused.headers.get("retry-after")) >= 1);
      assert.match(refused.headers.get("ratelimit") ?? "", /^"endpoint";r=\d+;t=\d+, "key";r=0;t=\d+$/);
      assert.equal(refused.headers.get("ratelimit-policy"), '"endpoint";q=1000000;w=60, "key";q=30;w=60');
    }
  });

  test("callers without a key are counted by their address, each by itself", async () => {
    const { ask } = await serve({ caller: anybody, limits: { callerRequestsPerMinute: 5 } });
    await eventually(async () => {
      const warm = [0, 1, 2].map((at) => ask(at, { "x-forwarded-for": `192.0.2.${at}` }));
      return (await Promise.all(warm)).every(({ status }) => status === 200) ? true : undefined;
    }, 20_000);
    const from = async (address: string, count: number) => {
      const all = Array.from({ length: count }, (_, call) => ask(call, { "x-forwarded-for": address }));
      return (await Promise.all(all)).filter(({ status }) => status === 200).length;
    };
    // On a busy machine, the control plane may reply too late to one of them; then we ask again.
    const once = async (address: string) => (await from(address, 1)) || (await from(address, 1));
    const others = Array.from({ length: 100 }, (_, at) => once(`203.0.113.${at}`));
    assert.deepEqual(new Set(await Promise.all(others)), new Set([1]));
    let host = 0;
    const one = await answered(() => from(`198.51.100.${(host += 1)}`, 30));
    assert.ok(one >= 5 && one <= 9, String(one));
    const network = await answered(() => {
      const prefix = `2001:db8:0:${(host += 1)}`;
      return Promise.all([from(`${prefix}::1`, 15), from(`${prefix}::2`, 15)]);
    });
    assert.ok(network[0] + network[1] <= 9, String(network));
  });

  test("a tenant's quota is one for all its keys and workers, survives a killed worker, and says when it opens", async () => {
    const quotas = [{ by: "tenant" as const, period: "day" as const, requests: 42 }];
    const before = await unanswered();
    const { id, ask, key } = await serve({ caller: keys, limits: { quotas } }, { tenantId: "acme" });
    const second = await issueKey(client, id, { tenantId: "acme" });
    const other = await issueKey(client, id, { tenantId: "globex" });
    const allowed = async (count: number, of: readonly string[], workers: readonly number[]) => {
      const all = Array.from({ length: count }, (_, call) =>
        ask(workers[call % workers.length]!, { "x-api-key": of[call % of.length]! }),
      );
      const statuses = (await Promise.all(all)).map(({ status }) => status);
      const ok = statuses.filter((status) => status === 200).length;
      return { ok, isOver: statuses.every((status) => status === 429) };
    };
    // If a worker does not learn the remaining quota in time, it grants one request. So we ask each one until it knows.
    let warm = 0;
    const knows = async (worker: number, one: string) => {
      const { status, headers } = await ask(worker, { "x-api-key": one });
      if (status === 200 && one !== other) warm += 1;
      const left = Number(/"tenant-day";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      return status === 200 && left >= 20 ? true : undefined;
    };
    const meetings = [
      [0, second],
      [1, key],
      [2, key],
      [1, other],
    ] as const;
    for (const [worker, one] of meetings) await eventually(() => knows(worker, one), 20_000);
    const first = await allowed(20, [key, second], [0, 1, 2]);
    const wasLate = (await unanswered()) > before;
    assert.ok(first.ok <= 20 && (first.ok >= 17 || wasLate), String(first.ok));
    const beside = await unanswered([1, 2]);
    process.kill(platform.workers[0]!.pid ?? 0, "SIGKILL");
    let { ok: rest } = await allowed(40, [key, second], [1, 2]);
    // One worker may refuse while the other has a reserve, or while nobody tells it in time how much remains.
    await eventually(async () => {
      const more = await allowed(8, [key, second], [1, 2]);
      rest += more.ok;
      return more.isOver ? true : undefined;
    }, 30_000);
    // The killed one may have lost its reserve and unreported counts: more on a busy machine.
    const all = warm + first.ok + rest;
    // If a reply comes too late, its grant is lost; with the killed worker, its report on its own share is lost.
    const isLate = wasLate || (await unanswered([1, 2])) > beside;
    assert.ok(all >= (isLate ? 17 : 36) && all <= (wasLate ? 45 + 14 : 45), `${warm}, ${first.ok} and ${rest}`);
    const refused = await ask(1, { "x-api-key": key });
    assert.deepEqual([refused.status, codeOf(refused.text)], [429, "QUOTA_EXCEEDED"]);
    const midnight = new Date();
    midnight.setUTCHours(24, 0, 0, 0);
    const { error } = JSON.parse(refused.text) as { error: { message: string; details: { resetsAt: string } } };
    assert.equal(error.details.resetsAt, midnight.toISOString());
    assert.match(error.message, /^The quota of 42 requests a day is used up\. It opens again at /);
    const waits = Number(refused.headers.get("retry-after"));
    assert.ok(Math.abs(waits - (midnight.getTime() - Date.now()) / 1_000) < 10, String(waits));
    assert.match(refused.headers.get("ratelimit") ?? "", /"tenant-day";r=0;t=\d+$/);
    // The worker returns, and knows no more than the others.
    await eventually(async () => {
      const answer = await ask(0, { "x-api-key": key }).catch(() => null);
      return answer?.status === 429 ? true : undefined;
    }, 60_000);
    assert.equal((await ask(1, { "x-api-key": other })).status, 200);
    const { items } = await client.listQuotaUses({ params: { endpointId: id }, query: { environment: "development" } });
    const acme = items.find(({ name }) => name === "acme");
    assert.deepEqual([acme?.by, acme?.limit, acme?.left, acme?.resetsAt], ["tenant", 42, 0, midnight.toISOString()]);
  });

  test("only addresses of the policy get in, and nothing that a client writes makes it another address", async () => {
    const { ask, url, key } = await serve({ caller: keys, allowedAddresses: ["203.0.113.0/24", "2001:db8::/32"] });
    const inside = await ask(0, { "x-forwarded-for": "203.0.113.9", "x-api-key": key });
    assert.equal(inside.status, 200, inside.text);
    assert.equal((await ask(1, { "x-forwarded-for": "2001:db8::1", "x-api-key": key })).status, 200);
    const told = new Set<string>();
    for (const forwarded of ["203.0.113.9", "203.0.113.9, 127.0.0.1", "for=203.0.113.9", "2001:db8::1", ""]) {
      for (const sent of [key, "wrong"]) {
        const spoofed = { "x-forwarded-for": forwarded, forwarded: "for=203.0.113.9", "x-real-ip": "203.0.113.9" };
        const response = await fetch(url, { headers: { ...spoofed, "x-api-key": sent } });
        assert.equal(response.status, 403, forwarded);
        told.add((await response.text()).replace(/req_\w+/, ""));
      }
    }
    assert.deepEqual(
      [...told],
      ['{"error":{"code":"FORBIDDEN","message":"Calls from this address are not allowed.","requestId":""}}'],
    );
    const metrics = await Promise.all(
      platform.workers.map(async ({ listening }) => (await fetch(`http://127.0.0.1:${listening.port}/metrics`)).text()),
    );
    const counted = metrics.map((text) => /turned_away_total\{reason="address"[^}]*\} (\d+)/.exec(text)?.[1]);
    assert.ok(counted.reduce((sum, one) => sum + Number(one), 0) >= 10, counted.join());
  });
});
