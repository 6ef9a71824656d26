import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { ErasedSubject } from "@ferrule/contract/resources/erasure.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { questionOf, startRunScene } from "../../serving/runs/testing/start-run-scene.ts";
import { runErasures } from "./run-erasures.ts";
import { tablesWith } from "./testing/tables-with.ts";

const person = (name: string): Caller => ({
  kind: "jwt",
  id: `${name}-id`,
  name,
  issuer: "https://idp.example",
  subject: `${name}-subject`,
  email: `${name}@shop.example`,
});

describe("erasures of runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const where = (text: string) => tablesWith(given.scene.plane.settings.databaseUrl, text);
  const ids = async (tenantId?: string) => {
    const { items } = await given.author.client.listRuns({
      query: tenantId === undefined ? {} : { tenantId },
    });
    return items.map(({ id }) => id).toSorted();
  };
  const begin = (subject: ErasedSubject) =>
    given.author.client.createErasure({ body: { ...subject, reason: "They asked." } });

  /** A run that has ended, one that asks people, one that waits for an event, one that sleeps, and one that is running. */
  async function fill(tenantId: string, caller: Caller) {
    const worker = given.scene.worker();
    const of = (over = {}) => {
      const input = JSON.stringify({ of: tenantId, by: caller.email });
      return given.of({ tenantId, caller, input, shownInput: input, ...over });
    };
    const runs = {
      ended: of(),
      asks: of(),
      waits: of(),
      sleeps: of({ key: `key of ${tenantId} ${caller.name}` }),
      running: of(),
    };
    await given.start(...Object.values(runs));
    const attempts = new Map((await given.claim(worker)).map((attempt) => [attempt.runId, attempt]));
    const attemptOf = (name: keyof typeof runs) => {
      const attempt = attempts.get(runs[name].id);
      assert.ok(attempt, name);
      return attempt;
    };
    const large = JSON.stringify({ of: `${tenantId} ${"x".repeat(100_000)}` });
    await given.keep(attemptOf("ended"), "large", { value: large, shown: `"${tenantId}"` });
    await given.complete(worker, attemptOf("ended"), { output: `"${tenantId}"`, shownOutput: `"${tenantId}"` });
    const question = questionOf({ summary: `For ${tenantId}`, details: JSON.stringify({ by: caller.email }) });
    await given.suspend(worker, attemptOf("asks"), question);
    await given.suspend(worker, attemptOf("waits"), {
      kind: "event",
      key: "paid",
      position: 0,
      event: "paid",
      match: { of: tenantId },
      timeoutMs: 60_000,
    });
    await given.suspend(worker, attemptOf("sleeps"), { kind: "sleep", key: "rest", position: 0, forMs: 3_600_000 });
    const sent = { name: "unheard", data: { of: tenantId }, shown: `"${tenantId}"` };
    assert.equal((await given.ask("send", sent, { tenantId })).ok, true);
    const { runId, attempt } = attemptOf("running");
    const parent = { runId, attempt, key: "start:durable", position: 0, detached: true };
    const child = of({ id: identifier("run"), source: "function", delayMs: 3_600_000 });
    assert.equal((await given.ask("start", { run: child, parent }, attemptOf("running"))).ok, true);
    return { worker, runs, running: attemptOf("running"), childId: child.id };
  }

  test("a tenant's runs go with their steps, values, questions and events, and no attempt follows", async () => {
    const goes = await fill("tenant-that-goes", person("goes"));
    const stays = await fill("tenant-that-stays", person("stays"));
    const [had, kept] = [await where("tenant-that-goes"), await where("tenant-that-stays")];
    assert.deepEqual(had, kept);
    for (const name of ["approvals", "run_events", "run_keys", "run_steps", "runs"])
      assert.ok(had.includes(name), `${name} is in ${had.join()}`);
    const subject = { subject: "tenant", name: "tenant-that-goes" } as const;
    const { counts } = await given.author.client.previewErasure({ body: subject });
    assert.equal(counts["runs"], 6);
    const { id } = await begin(subject);
    // At once, before the rest is erased in the background.
    assert.deepEqual(await ids("tenant-that-goes"), [goes.runs.ended.id]);
    const { ok } = await given.keep(goes.running, "late");
    assert.equal(ok, false, "its attempt can store nothing more");
    assert.equal(await given.complete(goes.worker, goes.running), 409);
    await runErasures(given.scene.app);
    const { items } = await given.author.client.listErasures({ query: {} });
    const removed = items.find((item) => item.id === id)?.removed;
    assert.deepEqual([removed?.["runs"], removed?.["runEvents"]], [6, 1]);
    assert.deepEqual(await where("tenant-that-goes"), []);
    assert.deepEqual(await where("tenant-that-stays"), kept);
    given.pass(7_200_000);
    await given.tick();
    const next = await given.claim(given.scene.worker());
    assert.deepEqual(new Set(next.map(({ tenantId }) => tenantId)), new Set(["tenant-that-stays"]));
    assert.equal(await given.complete(stays.worker, stays.running), 204);
  });

  test("a caller's runs go by the e-mail address, in every tenant, and the others stay", async () => {
    await fill("shared", person("grace"));
    const { runs, childId } = await fill("shared", person("ada"));
    const kept = await where("ada@shop.example");
    await begin({ subject: "caller", name: "grace@shop.example" });
    await runErasures(given.scene.app);
    for (const text of ["grace-subject", "grace@shop.example", "grace-id"])
      assert.deepEqual(await where(text), [], text);
    assert.deepEqual(await where("ada@shop.example"), kept);
    assert.deepEqual(await ids(), [...Object.values(runs).map(({ id }) => id), childId].toSorted());
  });

  test("runs of others that waited for room go on", async () => {
    const limited = { concurrency: 1, concurrencyKey: null };
    const first = given.of({ ...limited, tenantId: "leaves" });
    await given.start(first);
    await given.claimOne(given.scene.worker());
    const second = given.of({ ...limited, tenantId: "waits-behind" });
    await given.start(second);
    assert.deepEqual(await given.claim(given.scene.worker()), []);
    await begin({ subject: "tenant", name: "leaves" });
    assert.equal((await given.claimOne(given.scene.worker())).runId, second.id);
  });
});
