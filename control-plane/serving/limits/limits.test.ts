import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { limitGrants, type LimitAsk } from "@ferrule/contract/internal/limits.ts";
import { sql } from "kysely";
import { findRedisServer, startTestRedis } from "../../data/cache/testing/redis-server.ts";
import { issuePaths } from "../../testing/refusal.ts";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";
import { pruneQuotas } from "./queries/quotas.ts";

const redisServer = findRedisServer();
let now = new Date("2026-11-30T23:59:58.000Z");
const clock = () => sql<Date>`${now.toISOString()}::timestamptz`;
const nothing = { owed: 0, back: 0, need: 0, wants: 0 };

/** What a worker asks and is answered. */
async function ask(plane: TestControlPlane, asks: readonly LimitAsk[], token = plane.settings.workerApiTokens[0]) {
  const response = await fetch(`${plane.internalUrl}/internal/limits`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-worker-token": token },
    body: JSON.stringify({ asks }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return limitGrants.parse(await response.json());
}

/** Makes it look as if so many workers had reported just now. */
const report = async (plane: TestControlPlane, workers: number) => {
  for (let at = 0; at < workers; at += 1) {
    const load = { running: 0, waiting: 0, capacity: 4 };
    const body = { workerId: `w${at}`, version: "1", startedAt: new Date().toISOString(), ...load, calls: [] };
    await fetch(`${plane.internalUrl}/internal/workers/report`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-worker-token": plane.settings.workerApiTokens[0] },
      body: JSON.stringify(body),
    });
  }
};

for (const kind of ["the database", "Valkey or Redis"] as const) {
  if (kind === "Valkey or Redis" && redisServer === undefined) continue;
  describe(`limits by the minute in ${kind}`, () => {
    const owned = new AsyncDisposableStack();
    let plane: TestControlPlane;
    let projectId: string;
    let kill: () => Promise<void> = () => Promise.resolve();
    before(async () => {
      const redis = kind === "the database" ? undefined : owned.use(await startTestRedis(redisServer ?? ""));
      kill = redis?.kill ?? kill;
      plane = owned.use(await startTestControlPlane({ redisUrl: redis?.url }));
      await report(plane, 3);
      projectId = (await plane.createProject()).id;
    });
    after(() => owned.disposeAsync());
    const of = (id: string, change: Partial<LimitAsk>): LimitAsk => {
      return { id, projectId, limit: 60, ...nothing, ...change };
    };
    /** At most so many have come back since then: one a second. */
    const refilling =
      (beganAt = performance.now()) =>
      () =>
        Math.floor((performance.now() - beganAt) / 1_000);
    const one = async (asked: LimitAsk) => (await ask(plane, [asked])).grants[0]!;

    test("gives what is needed, and a little in hand while there is enough for all workers", async () => {
      const refilledSince = refilling();
      const { workers, grants } = await ask(plane, [of("a", { owed: 1, need: 10, wants: 100 })]);
      assert.equal(workers, 3);
      // 49 are left then, of which each of three workers may hold a twelfth.
      assert.deepEqual([grants[0]?.granted, grants[0]?.left, grants[0]?.retryMs], [14, 45, 0]);
      const rest = await one(of("a", { need: 100 }));
      const left = rest.granted - 45;
      assert.ok(left >= 0 && left <= refilledSince(), `${rest.granted}`);
      assert.ok(rest.retryMs > 0 && rest.retryMs <= 1_000, String(rest.retryMs));
      const back = (await one(of("a", { back: 4, need: 4 + 60 }))).granted - 4;
      assert.ok(back >= 0 && back <= refilledSince() - left, `${back}`);
    });

    test("what a worker let through beyond them is made up for first", async () => {
      const owing = await one(of("b", { owed: 63, need: 1 }));
      assert.equal(owing.granted, 0);
      assert.ok(owing.retryMs > 3_000 && owing.retryMs <= 4_000, String(owing.retryMs));
    });

    test("workers that ask at once are never given more than there is", async () => {
      const refilledSince = refilling();
      const asks = Array.from({ length: 30 }, () => one(of("c", { need: 5, wants: 5 })));
      const given = (await Promise.all(asks)).reduce((sum, { granted }) => sum + granted, 0);
      assert.ok(given <= 60 + refilledSince(), String(given));
      assert.ok(given >= 60, String(given));
    });

    test("a thousand limits fit in one message, and the same id of another Project is another limit", async () => {
      const other = (await plane.createProject()).id;
      const many = Array.from({ length: 999 }, (_, at) => of(`caller ${at}`, { need: 60 }));
      const { grants } = await ask(plane, [...many, { ...of("caller 1", { need: 60 }), projectId: other }]);
      assert.deepEqual(new Set(grants.map((grant) => grant?.granted)), new Set([60]));
    });

    if (kind === "the database") return;
    test("without its server it says that it does not know", async () => {
      await kill();
      const { grants } = await ask(plane, [of("a", { need: 1 })]);
      assert.deepEqual(grants, [null]);
    });
  });
}

describe("quotas", () => {
  let plane: TestControlPlane;
  let admin: Client;
  let projectId: string;
  before(async () => {
    plane = await startTestControlPlane({}, {}, clock);
    const project = await plane.createProject();
    projectId = project.id;
    admin = await plane.signInAs("admin", projectId);
  });
  after(() => plane[Symbol.asyncDispose]());

  let made = 0;
  async function endpointWith(requests: number) {
    const { id } = await admin.createRuntimeEndpoint({ body: { kind: "mcp", slug: `quotas-${(made += 1)}` } });
    const quotas = [
      { by: "tenant" as const, period: "day" as const, requests },
      { by: "key" as const, period: "month" as const, requests: requests * 10 },
    ];
    await admin.replaceAuthPolicy({
      params: { endpointId: id },
      body: { environment: "development", caller: { mode: "api-key" }, limits: { quotas } },
    });
    const of = (by: "tenant" | "key", change: Partial<LimitAsk>): LimitAsk => {
      const period = by === "tenant" ? "day" : "month";
      const quota = { endpointId: id, environment: "development", by, period, subject: "acme", name: "Acme" } as const;
      return {
        id: `${id} ${by}`,
        projectId,
        limit: by === "tenant" ? requests : requests * 10,
        quota,
        ...nothing,
        ...change,
      };
    };
    return { id, of };
  }

  test("and rates and addresses of a policy reach the workers, and nothing does where there are none", async () => {
    const { id } = await endpointWith(10);
    const stateOf = async () => {
      const { state } = await plane.app.store.inInstallation(({ tx }) =>
        tx.selectFrom("runtimeStates").select("state").where("key", "=", `endpoint:${id}`).executeTakeFirstOrThrow(),
      );
      assert.ok(state?.kind === "endpoint");
      const { allowedAddresses, limits } = state.policies.development;
      return { allowedAddresses, limits };
    };
    const replace = (more: object) =>
      admin.replaceAuthPolicy({
        params: { endpointId: id },
        body: { environment: "development", caller: { mode: "api-key" }, ...more },
      });
    const allowedAddresses = ["203.0.113.7", "10.0.0.0/8", "::1", "2001:db8::/32"];
    const kept = await replace({ allowedAddresses, limits: { callerRequestsPerMinute: 5 } });
    const limits = { keyRequestsPerMinute: null, callerRequestsPerMinute: 5, quotas: [] };
    assert.deepEqual([kept.allowedAddresses, kept.limits], [allowedAddresses, limits]);
    assert.deepEqual(await stateOf(), { allowedAddresses, limits });
    await replace({});
    assert.deepEqual(await stateOf(), { allowedAddresses: undefined, limits: undefined });
    const wrong = [
      "localhost",
      "10.0.0.0/33",
      "10.0.0",
      "2001:db8::/129",
      "0x7f.1",
      "10.0.0.1-10.0.0.9",
      "fe80::1%eth0",
      "",
    ];
    for (const address of wrong) {
      assert.deepEqual(
        await issuePaths(replace({ allowedAddresses: [address] })),
        ["body.allowedAddresses.0"],
        address,
      );
    }
    const quota = { by: "key", period: "day", requests: 5 };
    for (const [path, given] of Object.entries({
      "body.limits.keyRequestsPerMinute": { keyRequestsPerMinute: 0 },
      "body.limits.quotas": { quotas: [quota, { ...quota, requests: 6 }] },
      "body.limits.quotas.0.requests": { quotas: [{ ...quota, requests: 0 }] },
      "body.limits.quotas.0.period": { quotas: [{ ...quota, period: "hour" }] },
    })) {
      assert.deepEqual(await issuePaths(replace({ limits: given })), [path]);
    }
  });

  test("are counted by day and month, and begin anew at midnight UTC", async () => {
    now = new Date("2026-11-30T23:59:58.000Z");
    const { of } = await endpointWith(10);
    const before = await ask(plane, [of("tenant", { owed: 1, need: 20 }), of("key", { owed: 1, need: 4 })]);
    assert.deepEqual(
      before.grants.map((grant) => [grant?.granted, grant?.left, grant?.retryMs, grant?.resetsAt]),
      [
        [9, 0, 2_000, "2026-12-01T00:00:00.000Z"],
        [4, 95, 0, "2026-12-01T00:00:00.000Z"],
      ],
    );
    now = new Date("2026-12-01T00:00:00.000Z");
    const next = await ask(plane, [of("tenant", { need: 1 }), of("key", { need: 1 })]);
    assert.deepEqual(
      next.grants.map((grant) => [grant?.granted, grant?.left, grant?.resetsAt]),
      [
        [1, 9, "2026-12-02T00:00:00.000Z"],
        [1, 99, "2027-01-01T00:00:00.000Z"],
      ],
    );
  });

  test("a worker takes at most a hundredth of a quota in hand, and workers at once never more than there is", async () => {
    const { of } = await endpointWith(1_000);
    const [first] = (await ask(plane, [of("tenant", { need: 1, wants: 1_000 })])).grants;
    assert.equal(first?.granted, 11);
    const asks = Array.from({ length: 20 }, () => ask(plane, [of("tenant", { need: 80 })]));
    const given = (await Promise.all(asks)).reduce((sum, { grants }) => sum + (grants[0]?.granted ?? 0), 0);
    assert.equal(given, 989);
    assert.equal((await ask(plane, [of("tenant", { back: 5, need: 9 })])).grants[0]?.granted, 5);
  });

  test("show what is left of what the policy has now", async () => {
    const { id, of } = await endpointWith(100);
    await ask(plane, [of("tenant", { need: 30 }), of("key", { need: 7 })]);
    const list = async () =>
      (await admin.listQuotaUses({ params: { endpointId: id }, query: { environment: "development" } })).items;
    const resetsAt = { day: "2026-12-02T00:00:00.000Z", month: "2027-01-01T00:00:00.000Z" };
    const byTenant = { by: "tenant", period: "day", subject: "acme", name: "Acme", limit: 100, used: 30, left: 70 };
    const byKey = { by: "key", period: "month", subject: "acme", name: "Acme", limit: 1_000, used: 7, left: 993 };
    assert.deepEqual(await list(), [
      { ...byTenant, resetsAt: resetsAt.day },
      { ...byKey, resetsAt: resetsAt.month },
    ]);
    const { items } = await admin.listQuotaUses({ params: { endpointId: id }, query: { environment: "production" } });
    assert.deepEqual(items, []);
    await admin.replaceAuthPolicy({
      params: { endpointId: id },
      body: { environment: "development", caller: { mode: "api-key" } },
    });
    assert.deepEqual(await list(), []);
  });

  test("of an endpoint that is gone are not counted, and fail no other", async () => {
    const { of } = await endpointWith(50);
    const gone = of("tenant", { need: 1 });
    const lost = { ...gone, id: "lost", quota: { ...gone.quota!, endpointId: "ep_00000000000000000000000a" } };
    const { grants } = await ask(plane, [lost, of("tenant", { need: 1 })]);
    assert.deepEqual(
      grants.map((grant) => grant?.granted),
      [1, 1],
    );
  });

  test("are forgotten after two months", async () => {
    const { of } = await endpointWith(50);
    now = new Date("2020-01-01T00:00:00.000Z");
    await ask(plane, [of("tenant", { need: 1 })]);
    const rows = () =>
      plane.app.store.inProject(projectId, ({ tx }) =>
        tx.selectFrom("quotaUses").select("used").where("startsOn", "<", new Date("2021-01-01")).execute(),
      );
    assert.equal((await rows()).length, 1);
    await plane.app.store.inInstallation(pruneQuotas);
    assert.equal((await rows()).length, 0);
  });
});

test("only workers may ask", async () => {
  await using plane = await startTestControlPlane();
  const send = (body: unknown, headers: Record<string, string>) =>
    fetch(`${plane.internalUrl}/internal/limits`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  assert.equal((await send({ asks: [] }, {})).status, 401);
  const worker = { "x-worker-token": plane.settings.workerApiTokens[0] };
  assert.equal(
    (await send({ asks: [{ id: "a", projectId: "p", limit: 1, ...nothing, owed: -1 }] }, worker)).status,
    400,
  );
  const tooMany = Array.from({ length: 1_001 }, () => ({ id: "a", projectId: "p", limit: 1, ...nothing }));
  assert.equal((await send({ asks: tooMany }, worker)).status, 400);
});
