import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import type { NewDelivery } from "@ferrule/contract/internal/deliveries.ts";
import type { RunMode } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startAuthor } from "../../testing/author.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { issuePaths, refusal } from "../../testing/refusal.ts";
import { startRunScene } from "../runs/testing/start-run-scene.ts";

describe("runs of every mode", () => {
  const given = duringTests(startRunScene);
  let plainId: string;
  let endpointId: string;
  let cronId: string;
  before(async () => {
    const { author, scene } = given;
    plainId = await author.addFunction("plain");
    endpointId = await author.addEndpoint("hooks", "http");
    await deployDrafts(scene.plane, author.client);
    const body = { functionId: plainId, schedule: "0 3 29 2 *", name: "Nightly report", input: { orderId: "A-1" } };
    cronId = (await author.client.createCronBinding({ body })).id;
  });
  beforeEach(() => given.clear());
  const client = () => given.author.client;
  const environment = "development" as const;
  let made = 0;

  async function deliver(over: Partial<NewDelivery> = {}): Promise<string> {
    const id = identifier("dlv");
    const delivery: NewDelivery = {
      id,
      projectId: given.author.projectId,
      environment,
      endpointId,
      bindingId: identifier("htb"),
      functionId: plainId,
      route: "POST /hooks",
      tenantId: "default",
      caller: { kind: "anonymous", id: null, name: null },
      requestId: identifier("req"),
      deliveryKey: "evt_1",
      fingerprint: (made += 1).toString(16).padStart(64, "0"),
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
        headers: {},
        url: "http://x/hooks",
        body: "c2VjcmV0",
      }),
      ...over,
    };
    const { status } = await given.scene.worker().ask("storeDeliveries", { deliveries: [delivery] });
    assert.equal(status, 200);
    return id;
  }
  const runCron = async () => (await client().runCronBinding({ params: { cronBindingId: cronId } })).id;
  async function startDurable(): Promise<string> {
    const run = given.of();
    await given.start(run);
    return run.id;
  }
  const oneOfEach = async () => ({ durable: await startDurable(), cron: await runCron(), delivery: await deliver() });
  const fail = (...ids: string[]) =>
    given.scene.query((tx) =>
      sql`update runs set status = 'failed', queue = null, due_at = null, finished_at = now(), reason = 'NO_CARD: No.',
        error = '{"code":"NO_CARD","message":"No."}' where id = any(${ids}::text[])`.execute(tx),
    );
  const listed = async (query: NonNullable<Parameters<ReturnType<typeof client>["listRuns"]>[0]>["query"] = {}) =>
    (await client().listRuns({ query })).items.map(({ id }) => id);
  const statusOf = async (runId: string) => (await client().getRun({ params: { runId } })).status;
  const lastAudit = async (action: string) => {
    const { items } = await client().listAuditEvents({ query: { action, limit: 1 } });
    return items[0];
  };

  test("one list has them all, and each filter by mode its own", async () => {
    const { durable, cron, delivery } = await oneOfEach();
    assert.deepEqual(await listed(), [delivery, cron, durable]);
    const expected: [string, string[]][] = [
      ["durable", [durable]],
      ["cron", [cron]],
      ["delivery", [delivery]],
      ["durable,delivery", [delivery, durable]],
      ["once", []],
    ];
    for (const [mode, ids] of expected) {
      assert.deepEqual(await listed({ mode }), ids, mode);
      assert.deepEqual(await listed({ mode, environment, status: "queued" }), ids, mode);
      assert.deepEqual(
        await listed({ mode, functionId: plainId }),
        ids.filter((id) => id !== durable),
        mode,
      );
      const { counts } = await client().countRuns({ query: { mode } });
      assert.deepEqual(counts.queued, { count: ids.length, atLeast: false });
    }
    assert.deepEqual(await listed({ cronBindingId: cronId }), [cron]);
    assert.deepEqual(await listed({ source: "delivery" }), [delivery]);
    assert.deepEqual(await listed({ source: "delivery", mode: "cron" }), []);
    assert.deepEqual(await listed({ key: "evt_1" }), [delivery]);
    assert.deepEqual(await issuePaths(client().listRuns({ query: { mode: "durable,never" } })), ["query.mode.1"]);
  });

  test("a delivery and a cron run say what they are, and have nothing that they do not have", async () => {
    const { cron, delivery } = await oneOfEach();
    const ofCron = await client().getRun({ params: { runId: cron } });
    assert.deepEqual(
      [ofCron.mode, ofCron.called, ofCron.cron?.trigger, ofCron.delivery, ofCron.key, ofCron.shownInput],
      ["cron", "Nightly report", "manual", null, null, null],
    );
    assert.match(ofCron.cron?.requestedBy ?? "", /@/);
    const ofDelivery = await client().getRun({ params: { runId: delivery } });
    assert.deepEqual(
      [ofDelivery.mode, ofDelivery.called, ofDelivery.key, ofDelivery.cron, ofDelivery.shownInput],
      ["delivery", "POST /hooks", "evt_1", null, null],
    );
    assert.deepEqual(ofDelivery.delivery, { size: 6, maxAttempts: 2, redeliveredAt: null });
    for (const { timeline, attempts, children } of [ofCron, ofDelivery])
      assert.deepEqual([timeline, attempts, children], [[], [], []]);
    assert.ok(!JSON.stringify(ofDelivery).includes("c2VjcmV0"), "nobody sees the request");
  });

  test("a retry delivers a delivery again, with the audit event of that operation", async () => {
    const delivery = await deliver();
    const early = await refusal(client().retryRun({ params: { runId: delivery }, body: {} }));
    assert.equal(early.code, "INVALID_STATE");
    await fail(delivery);
    const retried = await client().retryRun({ params: { runId: delivery }, body: {} });
    assert.deepEqual([retried.id, retried.status, retried.error], [delivery, "queued", null]);
    assert.ok(retried.delivery?.redeliveredAt);
    assert.equal((await lastAudit("delivery.redeliver"))?.target?.id, delivery);
    assert.equal((await client().getDelivery({ params: { deliveryId: delivery } })).status, "queued");
  });

  test("a retry of a cron run is a new run of its cron, by the rules of that operation", async () => {
    const first = await runCron();
    assert.equal((await refusal(client().retryRun({ params: { runId: first }, body: {} }))).code, "INVALID_STATE");
    await fail(first);
    const again = await client().retryRun({ params: { runId: first }, body: {} });
    assert.deepEqual([again.mode, again.status, again.replayOf], ["cron", "queued", first]);
    assert.equal(await statusOf(first), "failed");
    assert.equal((await lastAudit("cron-binding.run"))?.target?.id, cronId);
    const skipped = await client().retryRun({ params: { runId: first }, body: {} });
    assert.equal(skipped.status, "skipped");
    assert.match(skipped.reason ?? "", /overlap/);
    const developer = await given.author.as("developer");
    assert.equal((await refusal(developer.retryRun({ params: { runId: first }, body: {} }))).code, "FORBIDDEN");
  });

  test("a cancelled delivery is discarded, a dead one too, and one that runs ends with its worker", async () => {
    const [waits, dead, runs] = [await deliver(), await deliver(), await deliver()];
    await fail(dead);
    for (const runId of [waits, dead]) {
      assert.equal((await client().cancelRun({ params: { runId } })).status, "cancelled");
      assert.equal((await client().getDelivery({ params: { deliveryId: runId } })).status, "discarded");
      assert.equal((await lastAudit("delivery.discard"))?.target?.id, runId);
      assert.equal((await refusal(client().cancelRun({ params: { runId } }))).code, "INVALID_STATE");
    }
    const worker = given.scene.worker();
    const asked = { workerId: worker.id, max: 1, modes: ["delivery"], holding: [] };
    const { body } = await worker.ask("claimRuns", asked);
    const [attempt] = body["attempts"] as { runId: string; attempt: number }[];
    assert.equal(attempt?.runId, runs);
    const stopping = await client().cancelRun({ params: { runId: runs } });
    assert.deepEqual([stopping.status, stopping.cancelling], ["running", true]);
    const ended = { mode: "delivery", workerId: worker.id, attempt: 1, end: "failed", reason: "CANCELLED: Stopped." };
    assert.equal((await worker.ask("completeRun", ended, runs)).status, 204);
    assert.equal(await statusOf(runs), "cancelled");
    await client().retryRun({ params: { runId: runs }, body: {} });
    const again = await client().getRun({ params: { runId: runs } });
    assert.deepEqual([again.status, again.cancelling], ["queued", false]);
  });

  test("a cancelled cron run lets the next one of its cron begin", async () => {
    const first = await runCron();
    assert.equal((await client().cancelRun({ params: { runId: first } })).status, "cancelled");
    const { items } = await client().listCronRuns({ params: { cronBindingId: cronId }, query: {} });
    assert.deepEqual([items[0]?.status, items[0]?.reason], ["failed", "Somebody cancelled it."]);
    const second = await client().runCronBinding({ params: { cronBindingId: cronId } });
    assert.equal(second.status, "queued");
  });

  test("one request retries what failed of every mode, and of a cron only its latest run", async () => {
    const { durable, cron, delivery } = await oneOfEach();
    await fail(cron);
    const later = await runCron();
    await fail(durable, delivery, later);
    assert.deepEqual(await client().retryRuns({ body: { environment, errorCode: "NO_CARD" } }), {
      changed: 3,
      more: false,
    });
    assert.deepEqual([await statusOf(durable), await statusOf(delivery)], ["queued", "queued"]);
    const [newest] = await listed({ cronBindingId: cronId });
    assert.ok(newest !== undefined && newest !== later);
    assert.equal((await client().getRun({ params: { runId: newest } })).replayOf, later);
    assert.deepEqual(await client().retryRuns({ body: { environment } }), { changed: 0, more: false });
    for (const action of ["run.retry", "delivery.redeliver", "cron-binding.run"])
      assert.equal((await lastAudit(action))?.outcome, "success", action);
  });

  test("modes narrow a change of many, and a role that may not change one of them is refused", async () => {
    const { durable, cron, delivery } = await oneOfEach();
    const modes: RunMode[] = ["delivery"];
    assert.deepEqual(await client().cancelRuns({ body: { environment, modes } }), { changed: 1, more: false });
    assert.deepEqual(
      [await statusOf(durable), await statusOf(cron), await statusOf(delivery)],
      ["queued", "queued", "cancelled"],
    );
    assert.deepEqual(await client().cancelRuns({ body: { environment } }), { changed: 2, more: false });
    await fail(durable, cron, delivery);
    const developer = await given.author.as("developer");
    const refused = await refusal(developer.retryRuns({ body: { environment, modes: ["cron", "delivery"] } }));
    assert.equal(refused.code, "FORBIDDEN");
    assert.deepEqual(await developer.retryRuns({ body: { environment } }), { changed: 2, more: false });
    assert.equal(await statusOf(cron), "failed");
  });

  test("what only durable runs can do is refused for the others, and another Project sees none of them", async () => {
    const { cron, delivery } = await oneOfEach();
    const { client: theirs } = await startAuthor(given.scene);
    for (const runId of [cron, delivery]) {
      const replayed = await refusal(client().replayRun({ params: { runId }, body: {} }));
      assert.deepEqual([replayed.code, /Retry it/.test(replayed.message)], ["INVALID_STATE", true]);
      const sent = client().sendRunEvent({ body: { name: "order.paid", data: null, runId } });
      assert.equal((await refusal(sent)).code, "NOT_FOUND");
      assert.deepEqual(await issuePaths(client().retryRun({ params: { runId }, body: { fromStep: "load" } })), [
        "body.fromStep",
      ]);
      const foreign = [
        theirs.getRun({ params: { runId } }),
        theirs.cancelRun({ params: { runId } }),
        theirs.retryRun({ params: { runId }, body: {} }),
      ];
      for (const { code } of await Promise.all(foreign.map((call) => refusal(call)))) assert.equal(code, "NOT_FOUND");
      assert.deepEqual(await theirs.cancelRuns({ body: { environment, runIds: [runId] } }), {
        changed: 0,
        more: false,
      });
    }
  });
});
