import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { policyLimits } from "@ferrule/contract/resources/policy-limits.ts";
import { endpointState } from "../../testing/deployed.ts";
import { createLimitServer } from "../../testing/limit-server.ts";
import { legacy } from "../../testing/rpc.ts";
import { startTestWorker, until, type TestWorker } from "../../testing/test-worker.ts";
import { outcome } from "../../testing/stand-in.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const forever = () => new Promise<never>(() => {});
const plain = legacy("tools/call", { name: "plain" });
const policyOf = (limits: object) => ({ limits: policyLimits.parse(limits) });

async function say(worker: TestWorker, policy: object, limits = { requestsPerMinute: 1_000, maxBodyBytes: 1_048_576 }) {
  for (const kind of ["mcp", "http"] as const) worker.feed.say(endpointState(kind, { limits }, policy));
  await until("the policy is in force", () => {
    const found = worker.serving.directory.find("/http/development/one/api");
    return isDeepStrictEqual({ ...found?.policy, ...policy }, found?.policy);
  });
}

describe("addresses", () => {
  test("are looked at before origin, credential and status, and told by nothing but 403", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    await say(worker, { allowedAddresses: ["203.0.113.0/24"] });
    const told = new Set<string>();
    for (const from of ["198.51.100.1", "::1", "203.0.113.1, 203.0.113.2", "203.0.113.1:80", "", undefined]) {
      for (const more of [
        {},
        { "x-api-key": "wrong" },
        { "x-api-key": undefined },
        { origin: "https://evil.example" },
      ]) {
        const answer = await worker.fetch("/http/development/one/api/fails", {
          headers: { "x-forwarded-for": from, ...more },
        });
        assert.equal(answer.status, 403, String(from));
        assert.equal(answer.headers.get("www-authenticate"), null);
        assert.equal(answer.headers.get("ratelimit"), null);
        told.add((await answer.text()).replace(/req_\w+/, "req"));
      }
    }
    assert.equal(told.size, 1, [...told].join("\n"));
    const preflight = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const asked = await worker.fetch("/mcp/development/one/tools", { method: "OPTIONS", headers: preflight });
    assert.equal(asked.status, 403);
    const inside = await worker.post(plain, { "x-forwarded-for": "203.0.113.77" });
    assert.equal(inside.status, 200);
    assert.equal(worker.records.length, 1, "a call from elsewhere leaves no execution");
    const metrics = await (await worker.fetch("/metrics")).text();
    assert.match(metrics, /turned_away_total\{reason="address",role="worker"\} 25/);
  });
});

describe("what is left", () => {
  test("stands on every answer after the door, of MCP and of routes, and not on those before", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    worker.feed.limits = createLimitServer(1);
    const quota = { by: "tenant", period: "month", requests: 5_000 };
    await say(worker, policyOf({ keyRequestsPerMinute: 50, callerRequestsPerMinute: 7, quotas: [quota] }));
    const mcp = await worker.post(plain);
    const failing = await worker.fetch("/http/development/one/api/fails");
    const missing = await worker.fetch("/http/development/one/api/none");
    for (const answer of [mcp, failing, missing]) {
      assert.equal(
        answer.headers.get("ratelimit-policy"),
        '"endpoint";q=1000;w=60, "key";q=50;w=60, "tenant-month";q=5000',
      );
      assert.match(
        answer.headers.get("ratelimit") ?? "",
        /^"endpoint";r=99\d;t=1, "key";r=4\d;t=\d+, "tenant-month";r=499\d;t=\d+$/,
      );
    }
    assert.equal((await worker.post(plain, { "x-api-key": "wrong" })).headers.get("ratelimit"), null);
  });

  test("is not told beside what a Function says of limits of its own", async () => {
    const headers = { RateLimit: '"orders";r=3;t=9' };
    const reply = { kind: "http", status: 200, headers, body: Buffer.from("") } as const;
    const fails = () => outcome({ kind: "returned", outputJson: "{}", reply });
    await using worker = await startTestWorker({ functions: tools, behaviours: { ...behaviours, fails } });
    const own = await worker.fetch("/http/development/one/api/fails");
    assert.deepEqual([own.headers.get("ratelimit"), own.headers.get("ratelimit-policy")], [headers.RateLimit, null]);
  });

  test("of a key is refused alone: another key, and the endpoint, go on", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    await say(worker, policyOf({ keyRequestsPerMinute: 2 }));
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await worker.post(plain)).status);
    assert.deepEqual(statuses, [200, 200, 429, 429]);
    const refused = await worker.post(plain);
    const { error } = (await refused.json()) as { error: { data: { code: string; docs: string } } };
    assert.equal(error.data.code, "RATE_LIMITED");
    assert.equal(error.data.docs, "/docs/errors/RATE_LIMITED");
    assert.match(refused.headers.get("link") ?? "", /^<https?:\/\/[^/]+\/docs\/errors\/RATE_LIMITED>; rel="help"$/);
    assert.ok(Number(refused.headers.get("retry-after")) >= 1);
    assert.match(refused.headers.get("ratelimit") ?? "", /"endpoint";r=99\d;t=1, "key";r=0/);
    assert.equal(worker.records.filter(({ error: ended }) => ended?.code === "RATE_LIMITED").length, 3);
  });

  test("is given back by a call that found no slot, since another worker is asked", async () => {
    const settings = { runtimeConcurrency: 1 };
    const options = { functions: tools, behaviours: { ...behaviours, waits: forever }, settings, slotWaitMs: 10 };
    await using worker = await startTestWorker(options);
    await say(worker, policyOf({ keyRequestsPerMinute: 3 }));
    void worker.post(legacy("tools/call", { name: "waits" })).catch(() => {});
    await until("the slot is taken", () => worker.serving.slots.running === 1);
    for (let call = 0; call < 6; call += 1) assert.equal((await worker.post(plain)).status, 503);
    const route = () => worker.fetch("/http/development/one/api/fails");
    for (let call = 0; call < 6; call += 1) assert.equal((await route()).status, 503);
  });

  test("of an anonymous caller is their address's own", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    await say(worker, { callerMode: "none", ...policyOf({ callerRequestsPerMinute: 1 }) });
    const from = async (address: string) =>
      (await worker.post(plain, { "x-api-key": undefined, "x-forwarded-for": address })).status;
    assert.deepEqual([await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.2")], [200, 429, 200]);
    assert.deepEqual(
      [await from("2001:db8::1"), await from("2001:db8::ffff"), await from("2001:db8:0:1::")],
      [200, 429, 200],
    );
  });
});
