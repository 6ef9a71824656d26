import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { NewDelivery } from "@ferrule/contract/internal/deliveries.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import type { DeliveryAttempt, HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { Registry } from "prom-client";
import type { TestWorker } from "../../doors/internal/testing/connect-worker.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { reportRunning, runningCall } from "../../observed/executions/testing/reports.ts";
import { startAuthor } from "../../testing/author.ts";
import { createLeasedMetrics } from "../attempts/leased-metrics.ts";
import { reapRuns } from "../attempts/reap-runs.ts";
import { createDeliveryMetrics } from "./delivery-metrics.ts";

describe("deliveries", () => {
  const scene = duringTests(() => startScene({ holdMs: 20 }));
  const author = duringTests(() => startAuthor(scene));
  let endpointId: string;
  let made = 0;
  const bindingId = identifier("htb");

  before(async () => {
    endpointId = await author.addEndpoint("hooks", "http");
  });

  const fingerprint = () => (made += 1).toString(16).padStart(64, "0");
  const of = (over: Partial<NewDelivery> = {}): NewDelivery => ({
    id: identifier("dlv"),
    projectId: author.projectId,
    environment: "development",
    endpointId,
    bindingId,
    functionId: identifier("fn"),
    route: "POST /hooks",
    tenantId: "default",
    caller: { kind: "anonymous", id: null, name: null },
    requestId: identifier("req"),
    deliveryKey: null,
    fingerprint: fingerprint(),
    rememberSeconds: 3_600,
    maxAttempts: 2,
    backoffMs: 0,
    horizonSeconds: 3_600,
    receivedAt: Date.now(),
    size: 6,
    request: JSON.stringify({
      method: "POST",
      path: "/hooks",
      query: "",
      headers: { "x-a": "1" },
      url: "http://x/hooks",
      body: "c2VjcmV0",
    }),
    ...over,
  });
  const hand = async (...deliveries: NewDelivery[]) => {
    const { status, body } = await scene.worker().ask("storeDeliveries", { deliveries });
    assert.equal(status, 200, JSON.stringify(body));
    return body["results"] as { id: string; outcome: string; original: string | null }[];
  };
  const claim = async (worker: TestWorker, holding: HeldAttempt[] = [], max = 100) => {
    const asked = { workerId: worker.id, max, modes: ["delivery"], holding };
    const { body } = await worker.ask("claimRuns", asked);
    return body["attempts"] as DeliveryAttempt[];
  };
  /** Claims until so many have come: one that waited may become ready only now. */
  const gather = async (worker: TestWorker, count: number) => {
    const all: DeliveryAttempt[] = [];
    for (let tries = 0; all.length < count && tries < 100; tries += 1)
      all.push(
        ...(await claim(
          worker,
          all.map(({ runId, attempt }) => ({ runId, attempt })),
        )),
      );
    return all;
  };
  const complete = async (worker: TestWorker, { runId, attempt }: DeliveryAttempt, end: string) => {
    const told = {
      mode: "delivery",
      workerId: worker.id,
      attempt,
      end,
      reason: end === "succeeded" ? null : "It went wrong.",
    };
    return (await worker.ask("completeRun", told, runId)).status;
  };
  const get = (deliveryId: string) => author.client.getDelivery({ params: { deliveryId } });
  const reap = () => reapRuns(scene.app, createLeasedMetrics(new Registry(), scene.app));
  /** What the control plane's counters of deliveries say, by name and label. */
  const counted = async () => {
    const all = await scene.app.metrics.getMetricsAsJSON();
    return new Map(
      all.flatMap(({ name, values }) =>
        values.map(({ labels, value }) => [`${name} ${labels["outcome"] ?? labels["result"] ?? ""}`.trim(), value]),
      ),
    );
  };
  /** Makes what there is older. */
  const age = (seconds: number) =>
    scene.query((tx) =>
      sql`update runs set due_at = due_at - ${seconds} * interval '1 second',
        deadline_at = deadline_at - ${seconds} * interval '1 second'`.execute(tx),
    );
  /** So that each test begins with nothing to run. */
  const clear = () => scene.query((tx) => sql`delete from runs`.execute(tx));

  test("one is stored sealed, given once with its request, and over when it has succeeded", async () => {
    await clear();
    const given = of();
    assert.deepEqual(await hand(given), [{ id: given.id, outcome: "accepted", original: null }]);
    const rows = await scene.query((tx) => tx.selectFrom("runs").selectAll().where("id", "=", given.id).execute());
    assert.ok(!rows[0]?.input?.includes("c2VjcmV0"));
    const worker = scene.worker();
    const [attempt, ...others] = await claim(worker);
    assert.ok(attempt);
    assert.deepEqual([others, attempt.runId, attempt.attempt, attempt.request.body], [[], given.id, 1, "c2VjcmV0"]);
    assert.deepEqual(await claim(scene.worker()), []);
    assert.equal(await complete(worker, attempt, "succeeded"), 204);
    assert.equal(await complete(worker, attempt, "succeeded"), 204, "said a second time");
    const { status, attempt: attempts, finishedAt } = await get(given.id);
    assert.deepEqual([status, attempts, finishedAt !== null], ["succeeded", 1, true]);
  });

  test("one under a key that this control plane does not have waits, counted, for one that has it", async () => {
    await clear();
    const [queued, leased] = [of(), of()];
    await hand(leased);
    const worker = scene.worker();
    assert.equal((await claim(worker)).length, 1);
    await hand(queued);
    const seal = (keyId: string) => scene.query((tx) => tx.updateTable("runs").set({ keyId }).execute());
    const rows = await scene.query((tx) => tx.selectFrom("runs").select("keyId").execute());
    await seal("k_of_another_control_plane");
    // The second was leased to this worker by another control plane, whose answer it never received.
    assert.deepEqual([await claim(worker), await claim(scene.worker())], [[], []]);
    for (const { id } of [queued, leased]) {
      const { status, attempt } = await get(id);
      assert.deepEqual([status, attempt <= 1], ["queued", true]);
    }
    const registry = new Registry();
    createDeliveryMetrics(registry, scene.app);
    assert.match(await registry.metrics(), /ferrule_deliveries_unopenable 2/);
    await seal(rows[0]?.keyId ?? "");
    await scene.query((tx) => sql`update runs set due_at = now()`.execute(tx));
    assert.equal((await gather(scene.worker(), 2)).length, 2);
  });

  test("sent again after a lost answer it is accepted; another one with its fingerprint is a duplicate", async () => {
    await clear();
    const [given, twin] = [of(), of()];
    const same = { ...of(), fingerprint: given.fingerprint };
    await hand(given);
    const outcomes = (await hand(given, same, twin, { ...of(), fingerprint: twin.fingerprint })).map(
      ({ outcome, original }) => [outcome, original],
    );
    assert.deepEqual(outcomes, [
      ["accepted", null],
      ["duplicate", given.id],
      ["accepted", null],
      ["duplicate", twin.id],
    ]);
    assert.equal((await claim(scene.worker())).length, 2);
  });

  test("a fingerprint is its route's, environment's and Project's, and forgotten after its time", async () => {
    await clear();
    const given = of();
    const other = await startAuthor(scene);
    const elsewhere = { projectId: other.projectId, endpointId: await other.addEndpoint("hooks", "http") };
    const all = [
      given,
      { ...of({ bindingId: identifier("htb") }), fingerprint: given.fingerprint },
      { ...of({ environment: "production" }), fingerprint: given.fingerprint },
      { ...of(elsewhere), fingerprint: given.fingerprint },
    ];
    assert.deepEqual(
      (await hand(...all)).map(({ outcome }) => outcome),
      ["accepted", "accepted", "accepted", "accepted"],
    );
    await scene.query((tx) => sql`update delivery_fingerprints set until = now() - interval '1 s'`.execute(tx));
    const again = { ...of(), fingerprint: given.fingerprint };
    assert.deepEqual(await hand(again), [{ id: again.id, outcome: "accepted", original: null }]);
  });

  test("one of a Project or endpoint that is gone is not stored, and spoils no other", async () => {
    await clear();
    const outcomes = await hand(of({ projectId: "prj_gone" }), of({ endpointId: "ep_gone" }), of());
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ["gone", "gone", "accepted"],
    );
  });

  test("twenty batches of the same in another order are stored once, without a deadlock", async () => {
    await clear();
    const given = Array.from({ length: 30 }, () => of());
    const batches = Array.from({ length: 20 }, (_, at) => {
      const mine = given.map((one) => ({ ...of(), fingerprint: one.fingerprint }));
      return at % 2 === 0 ? mine : mine.toReversed();
    });
    const outcomes = (await Promise.all(batches.map((batch) => hand(...batch)))).flat();
    assert.equal(outcomes.filter(({ outcome }) => outcome === "accepted").length, 30);
    assert.equal((await claim(scene.worker())).length, 30);
  });

  test("what was leased by an answer that got lost is given again to the same worker", async () => {
    await clear();
    await hand(of());
    const worker = scene.worker();
    const [attempt] = await claim(worker);
    assert.ok(attempt);
    assert.deepEqual(await claim(worker, [], 0), [attempt]);
    assert.deepEqual(await claim(worker, [{ runId: attempt.runId, attempt: 1 }]), []);
  });

  test("an attempt whose worker is lost has failed, and its end counts no more", async () => {
    await clear();
    const given = of();
    await hand(given);
    const [lost, next] = [scene.worker(), scene.worker()];
    const [attempt] = await claim(lost);
    assert.ok(attempt);
    await scene.query((tx) => sql`update runs set lease_until = now() - interval '1 s'`.execute(tx));
    await reap();
    const [second] = await gather(next, 1);
    assert.deepEqual([second?.runId, second?.attempt], [given.id, 2]);
    assert.equal(await complete(lost, attempt, "succeeded"), 409);
    const holding = [{ runId: given.id, attempt: 1 }];
    const { body } = await lost.ask("renewRuns", { workerId: lost.id, holding });
    assert.deepEqual(body["lost"], [given.id]);
  });

  test("a worker's clock delays nothing, hurries nothing, and gives nothing up", async () => {
    for (const skewMs of [600_000, -7_200_000]) {
      await clear();
      const given = of({ receivedAt: Date.now() + skewMs });
      await hand(given);
      await reap();
      const [attempt] = await claim(scene.worker());
      assert.equal(attempt?.runId, given.id, `${skewMs}`);
      assert.ok(Math.abs((attempt?.receivedAt ?? 0) - Date.now()) < 60_000);
    }
  });

  test("the execution of a lost worker ends its delivery, but not after it was delivered again", async () => {
    await clear();
    const given = of();
    await hand(given);
    const [attempt] = await claim(scene.worker());
    const record = (id: string, startedAt: string) =>
      sampleRecord({
        id,
        projectId: author.projectId,
        requestId: given.requestId,
        endpointId,
        bindingId,
        source: "http",
        caller: given.caller,
        startedAt,
        workerId: "wrk_lost",
        deliveryId: given.id,
        delivered: true,
      });
    const report = (...records: object[]) => scene.worker().ask("recordExecutions", { records });
    const startedAt = new Date().toISOString();
    await report(record(attempt?.executionId ?? "", startedAt));
    assert.deepEqual((await get(given.id)).status, "succeeded");
    const body = { environment: "development" as const, deliveryIds: [given.id] };
    assert.equal((await author.client.redeliverDeliveries({ body })).changed, 1);
    // What counts is when a control plane leased it, however wrong its worker's clock is.
    const [fast, slow] = [600_000, -600_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
    await report(record(identifier("exe", Date.parse(startedAt)), fast));
    assert.equal((await get(given.id)).status, "queued");
    await report(record(identifier("exe", Date.now() + 1_000), slow));
    assert.equal((await get(given.id)).status, "succeeded");
  });

  test("failures are counted, refusals end it, and what was postponed counts for nothing", async () => {
    await clear();
    const [fails, refused, waits] = [of(), of(), of()];
    await hand(fails, refused, waits);
    const worker = scene.worker();
    const ends: Record<string, string> = { [fails.id]: "failed", [refused.id]: "refused", [waits.id]: "postponed" };
    for (const attempt of await claim(worker)) await complete(worker, attempt, ends[attempt.runId] ?? "");
    const states = async () =>
      (await Promise.all([fails, refused, waits].map(({ id }) => get(id)))).map((one) => one.status);
    assert.deepEqual(await states(), ["queued", "dead", "queued"]);
    for (const attempt of await gather(worker, 1)) await complete(worker, attempt, "failed");
    assert.deepEqual(await states(), ["dead", "dead", "queued"]);
  });

  test("one whose attempt somebody ended is given up, and one whose executor was lost is tried again", async () => {
    await clear();
    const [ended, lost] = [of({ maxAttempts: 9 }), of({ maxAttempts: 9 })];
    await hand(ended, lost);
    const worker = scene.worker();
    const attempts = await claim(worker);
    const running = attempts.map(({ executionId }) => ({ ...runningCall(author.projectId), executionId }));
    await reportRunning(worker, running);
    const executionId = attempts.find(({ runId }) => runId === ended.id)?.executionId ?? "";
    await author.client.cancelExecution({ params: { executionId } });
    assert.deepEqual(await reportRunning(worker, running), [executionId]);
    for (const attempt of attempts) await complete(worker, attempt, "failed");
    assert.deepEqual(
      (await Promise.all([ended, lost].map(({ id }) => get(id)))).map(({ status }) => status),
      ["discarded", "queued"],
    );
  });

  test("one that cannot be tried in its time is dead, and one that nobody began too", async () => {
    await clear();
    const given = of({ horizonSeconds: 60 });
    await hand(given);
    await age(61);
    await reap();
    const { status, reason } = await get(given.id);
    assert.deepEqual([status, reason], ["dead", "Nothing ran it in the time that its route gives it."]);
  });

  test("metrics count what came and how attempts ended, each once, and say what waits", async () => {
    await clear();
    const before = await counted();
    const risen = async (name: string) => ((await counted()).get(name) ?? 0) - (before.get(name) ?? 0);
    const worker = scene.worker();
    const [first, second, third, fourth, fifth] = [of(), of(), of(), of(), of({ maxAttempts: 1 })];
    await hand(first, { ...first, id: identifier("dlv") }, second, third, fourth, fifth);
    const attempts = new Map((await claim(worker)).map((one) => [one.runId, one]));
    const ends = { [first.id]: "succeeded", [second.id]: "failed", [third.id]: "refused", [fourth.id]: "postponed" };
    // A worker that got no answer says it again.
    for (const [id, end] of Object.entries({ ...ends, [fifth.id]: "failed" }))
      for (const _ of [1, 2]) await complete(worker, attempts.get(id)!, end);
    await hand(of());
    await age(30);
    assert.equal(await risen("ferrule_deliveries_received_total accepted"), 6);
    assert.equal(await risen("ferrule_deliveries_received_total duplicate"), 1);
    for (const [result, count] of Object.entries({ succeeded: 1, failed: 2, refused: 1, postponed: 1, lost: 0 }))
      assert.equal(await risen(`ferrule_delivery_attempts_total ${result}`), count, result);
    assert.equal(await risen("ferrule_deliveries_died_total"), 2);

    // The registry of a replica that starts now: its last answer of the database is none.
    const registry = new Registry();
    createDeliveryMetrics(registry, scene.app);
    const now = await registry.getMetricsAsJSON();
    const valuesOf = (name: string) => now.find((one) => one.name === name)?.values.map(({ value }) => value) ?? [];
    assert.deepEqual(valuesOf("ferrule_deliveries"), [3, 0, 2]);
    const [late = 0] = valuesOf("ferrule_delivery_late_seconds");
    assert.ok(late >= 30 && late < 90, String(late));
  });

  test("Projects take turns, and an answer holds so much and no more", async () => {
    await clear();
    const other = await startAuthor(scene);
    const elsewhere = { projectId: other.projectId, endpointId: await other.addEndpoint("hooks", "http") };
    await hand(...Array.from({ length: 20 }, () => of()));
    await age(10);
    await hand(of(elsewhere), of(elsewhere));
    const owners = (await claim(scene.worker(), [], 4)).map(({ projectId }) => projectId);
    assert.equal(owners.filter((id) => id === other.projectId).length, 2);
    await clear();
    await hand(...Array.from({ length: 4 }, () => of({ size: 3 * 1_048_576 })));
    assert.equal((await claim(scene.worker())).length, 2);
    await clear();
    await hand(of({ size: 10 * 1_048_576 }));
    assert.equal((await claim(scene.worker())).length, 1, "one that is larger goes alone");
  });

  test("a Project that has too many waiting takes no more, and others do", async () => {
    await clear();
    const other = await startAuthor(scene);
    const elsewhere = { projectId: other.projectId, endpointId: await other.addEndpoint("hooks", "http") };
    await hand(of());
    await scene.query((tx) => sql`update runs set input_chars = 2147483647`.execute(tx));
    await hand(of({ size: 1 }));
    const outcomes = (await hand(of(), of(elsewhere))).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ["full", "accepted"]);
  });
});
