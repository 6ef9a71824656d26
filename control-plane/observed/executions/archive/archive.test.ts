import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { recordExecutions } from "../../../whole/recording/record-executions.ts";
import { openArchive } from "./archive.ts";
import { keepArchive } from "./keep-archive.ts";
import { readArchiveState } from "./queries/archive-state.ts";
import { dayOf, noonOf, startArchivePlane, type OldProject } from "./testing/archive-plane.ts";
import { restScheduler } from "../../../testing/rest-scheduler.ts";

describe("the archive of executions", () => {
  const its = duringTests(startArchivePlane);
  let project: OldProject;
  before(async () => {
    await restScheduler(its.app);
  });
  beforeEach(async () => {
    its.bucket.state.behave = () => "works";
    project = await its.createProject();
  });

  test("an old day leaves the database, and is found by id, by request and in lists as before, marked", async () => {
    const { client, at } = project;
    const old = await project.fillDay(40, 120, (n) => ({
      tenantId: n % 3 === 0 ? "acme" : "other",
      status: n === 7 ? "failed" : "succeeded",
      error: n === 7 ? { code: "FUNCTION_ERROR", message: "No.", stack: "at x" } : null,
      input: { password: "********", n },
      traceId: "0".repeat(32),
      ...(n === 7 ? { preview: "pr-7" } : {}),
    }));
    await recordExecutions(its.app, [at(Date.now()), at(noonOf(41), { tenantId: "acme" })]);
    const strip = ({ archived: _archived, ...rest }: Awaited<ReturnType<typeof project.listAll>>[number]) => rest;
    const before = (await project.listAll({ limit: 50 })).map(strip);
    const { archived: _archived, ...one } = await client.getExecution({ params: { executionId: old[7]!.id } });
    await its.keep();
    assert.equal(await project.inDatabase(), 1);
    const listed = await project.listAll({ limit: 50 });
    assert.deepEqual(listed.map(strip), before);
    assert.deepEqual(
      listed.map(({ archived }) => archived),
      [undefined, ...Array.from({ length: 121 }, () => true)],
    );
    const { archived, ...again } = await client.getExecution({ params: { executionId: old[7]!.id } });
    assert.deepEqual([archived, again], [true, one]);
    const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
    assert.deepEqual(idsOf(await project.listAll({ requestId: old[9]!.requestId })), [old[9]!.id]);
    assert.equal((await project.listAll({ tenantId: "acme" })).length, 41);
    for (const query of [
      { status: "failed" as const },
      { status: "failed_or_timed_out" as const },
      { preview: "pr-7" },
    ])
      assert.deepEqual(idsOf(await project.listAll(query)), [old[7]!.id]);
    const range = { from: old[10]!.startedAt, to: old[20]!.startedAt };
    assert.deepEqual(idsOf(await project.listAll({ ...range, limit: 3 })), idsOf(old.slice(10, 20)).toReversed());
    const first = project.lines().find((line) => line.includes(old[119]!.id)) ?? assert.fail("it is in no object");
    const { id, input } = JSON.parse(first) as ExecutionRecord;
    assert.deepEqual([id, input], [old[119]!.id, { password: "********", n: 119 }]);
    const state = await its.app.store.inInstallation(readArchiveState);
    assert.deepEqual([state.failure, state.lastDay], [null, dayOf(40)]);
  });

  test("another Project and another id find nothing", async () => {
    const [one] = await project.fillDay(40, 3);
    await its.keep();
    const neighbour = (await its.createProject()).client;
    const params = { executionId: one!.id };
    assert.equal((await project.client.getExecution({ params })).id, one!.id);
    await assert.rejects(neighbour.getExecution({ params }), { status: 404 });
    assert.deepEqual((await neighbour.listExecutions({ query: {} })).items, []);
    await assert.rejects(project.client.getExecution({ params: { executionId: identifier("exe", noonOf(40)) } }), {
      status: 404,
    });
  });

  for (const [how, why] of [
    ["refuses", /answered 503/],
    ["lies", /answered 404/],
    ["garbles", /returned other data/],
    ["truncates", /returned other data/],
    ["silent", /in time/],
  ] as const) {
    test(`as long as the bucket ${how}, nothing is removed from the database; then it goes on`, async () => {
      await project.fillDay(40, 5);
      const isReading = how === "garbles" || how === "truncates";
      its.bucket.state.behave = (method) => (isReading && method !== "GET" ? "works" : how);
      await its.keep(how === "silent" ? its.impatient : its.app);
      assert.equal(await project.inDatabase(), 5);
      assert.match((await its.failure()) ?? "", why);
      assert.equal(
        (await project.listAll({})).every(({ archived }) => archived === undefined),
        true,
      );
      its.bucket.state.behave = () => "works";
      await its.keep();
      assert.equal(await project.inDatabase(), 0);
      assert.equal(await its.failure(), null);
      assert.equal((await project.listAll({})).length, 5);
    });
  }

  test("a wrong signature is refused, and says nothing of the key", async () => {
    await project.fillDay(40, 1);
    const settings = {
      ...its.plane.settings,
      archive: { ...its.bucket.settings, secretAccessKey: "another-secret-of-it" },
    };
    await its.keep({ ...its.app, archive: openArchive(settings) });
    assert.equal(await project.inDatabase(), 1);
    assert.match((await its.failure()) ?? "", /answered 403/);
    assert.doesNotMatch((await its.failure()) ?? "", /another-secret/);
    await its.keep();
    assert.equal(await project.inDatabase(), 0);
  });

  test("a run that ends between two objects is followed by another, which goes on there", async () => {
    const large = "x".repeat(90_000);
    const old = await project.fillDay(40, 250, (n) => ({ input: { n, large } }));
    let puts = 0;
    its.bucket.state.behave = (method) => (method === "PUT" && (puts += 1) > 1 ? "lies" : "works");
    await its.keep();
    assert.equal(puts, 2);
    const left = (await project.inDatabase()) ?? 0;
    assert.ok(left > 0 && left < 250);
    const ids = old.map(({ id }) => id).toReversed();
    assert.deepEqual(
      (await project.listAll({ limit: 60 })).map(({ id }) => id),
      ids,
    );
    its.bucket.state.behave = () => "works";
    await its.keep();
    assert.equal(await project.inDatabase(), 0);
    assert.deepEqual(
      (await project.listAll({ limit: 60 })).map(({ id }) => id),
      ids,
    );
    assert.equal(project.lines().length, 250);
  });

  test("what is reported of a day that has gone is in its place in lists, and goes, too", async () => {
    const old = await project.fillDay(40, 6);
    await project.fillDay(41, 2);
    await its.keep();
    const late = [project.at(noonOf(40) + 2_500), project.at(noonOf(41) - 60_000), project.at(Date.now())];
    await recordExecutions(its.app, late);
    for (const limit of [1, 2, 3, 50]) {
      const listed = await project.listAll({ limit });
      assert.equal(listed.length, 11);
      assert.deepEqual(
        listed.map(({ startedAt }) => startedAt),
        listed.map(({ startedAt }) => startedAt).toSorted((a, b) => (a < b ? 1 : -1)),
      );
      assert.equal(listed[4]?.id, late[0]!.id);
      assert.equal(listed[10]?.id, late[1]!.id);
    }
    await its.keep();
    assert.equal(await project.inDatabase(), 1);
    for (const limit of [1, 4, 50]) assert.equal((await project.listAll({ limit })).length, 11);
    const params = { executionId: late[0]!.id };
    assert.equal((await project.client.getExecution({ params })).archived, true);
    assert.equal((await project.client.getExecution({ params: { executionId: old[5]!.id } })).id, old[5]!.id);
  });

  test("what the bucket lost or changed later is 503 to a reader, who learns no names, and lists of the database stay", async () => {
    const [one] = await project.fillDay(40, 3);
    await recordExecutions(its.app, [project.at(Date.now()), project.at(Date.now() - 1_000)]);
    await its.keep();
    its.bucket.state.behave = () => "garbles";
    const { client } = project;
    const error = await client.getExecution({ params: { executionId: one!.id } }).catch((reason: unknown) => reason);
    assert.match(String(error), /archive of executions cannot be read/);
    // The help's address is the one that the client asks.
    assert.doesNotMatch(JSON.stringify({ ...(error as object), help: "" }), /127\.0\.0\.1|zst|ferrule\//);
    const { items, nextCursor } = await client.listExecutions({ query: {} });
    assert.equal(items.length, 2);
    await assert.rejects(client.listExecutions({ query: { cursor: nextCursor ?? "" } }), { status: 503 });
  });

  test("objects go when their time is over, and with their Project", async () => {
    await project.fillDay(400, 1);
    await project.fillDay(40, 1);
    await its.keep();
    assert.equal(project.objects().length, 2);
    await keepArchive(its.app);
    assert.equal(project.objects().length, 1);
    const params = { projectId: project.id };
    await project.client.updateProject({ params, body: { status: "archived" } });
    await project.client.deleteProject({ params });
    await keepArchive(its.app);
    assert.deepEqual(project.objects(), []);
  });

  test("an object that cannot be deleted holds up no other, and is tried again", async () => {
    await project.fillDay(400, 1);
    await project.fillDay(401, 1);
    await its.keep();
    const [stuck] = project.objects();
    its.bucket.state.behave = (method, key) => (method === "DELETE" && key === stuck ? "refuses" : "works");
    await keepArchive(its.app);
    assert.deepEqual(project.objects(), [stuck]);
    assert.match((await its.failure()) ?? "", /answered 503/);
    its.bucket.state.behave = () => "works";
    await keepArchive(its.app);
    assert.deepEqual(project.objects(), []);
    await its.keep();
    assert.equal(await its.failure(), null);
  });
});
