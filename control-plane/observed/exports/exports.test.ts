import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { sql } from "kysely";
import { Registry } from "prom-client";
import type { z } from "zod";
import type { changedExport } from "@ferrule/contract/resources/export.ts";
import { record } from "../executions/testing/reports.ts";
import { recordExecutions } from "../../whole/recording/record-executions.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";
import { addExportMetrics } from "./export-metrics.ts";
import { createSendExports } from "./send-exports.ts";
import { startExportReceiver, type ExportReceiver } from "./testing/export-receiver.ts";

const authorization = "Bearer a-key-that-must-stay-sealed";
let receiver: ExportReceiver;
let plane: TestControlPlane;
let owner: Client;
let projects: string[];

before(async () => {
  receiver = await startExportReceiver();
  plane = await startTestControlPlane({ egressAllowPrivate: [`127.0.0.1:${receiver.port}`] });
  owner = await plane.signInAs("owner");
  projects = [(await plane.createProject()).id, (await plane.createProject()).id];
});
after(async () => {
  await plane?.[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(() => {
  receiver.state.behave = () => "takes";
});

async function change(body: z.input<typeof changedExport>) {
  const { revision } = await owner.getExport({});
  return owner.updateExport({ body, headers: { "if-match": `"${revision}"` } });
}
const start = () => change({ url: receiver.url, auditEvents: true, executions: true, paused: false, authorization });
const calls = (count: number, projectId: string) => Array.from({ length: count }, () => record(projectId));
const idsOf = (type: string) =>
  receiver
    .records()
    .filter((one) => one["type"] === type)
    .map((one) => String(one["id"]));
const isFull = process.env["FERRULE_TEST_LENGTH"] === "full";

/** The values of a replica that is scraped for the first time. */
async function metricsOf(): Promise<Record<string, number[]>> {
  const registry = new Registry();
  addExportMetrics(registry, plane.app);
  const metrics = await registry.getMetricsAsJSON();
  return Object.fromEntries(metrics.map(({ name, values }) => [name, values.map(({ value }) => value)]));
}

/** Resolves when no batch is under way any more. */
const untilNobodySends = () =>
  eventually(async () => {
    const { rows } = await plane.app.store.inInstallation(({ tx }) =>
      sql`select 1 from exports where holder is null`.execute(tx),
    );
    return rows.length === 1 ? true : undefined;
  });

const hasAll = (ids: readonly string[]) =>
  eventually(async () => {
    const there = new Set(idsOf("execution"));
    return ids.every((id) => there.has(id)) ? true : undefined;
  }, 90_000);

test("it begins with what is recorded from then on, authorized, masked as in the API, and says how far it is", async () => {
  const [early] = calls(1, projects[0]!);
  await recordExecutions(plane.app, [early!]);
  const set = await start();
  assert.deepEqual([set.state, set.withHeader], ["running", true]);
  const [one] = calls(1, projects[0]!);
  await recordExecutions(plane.app, [{ ...one!, input: { password: "********" }, traceId: "0".repeat(32) }]);
  await hasAll([one!.id]);
  assert.ok(!idsOf("execution").includes(early!.id));
  const sent = receiver.records().find((line) => line["id"] === one!.id);
  assert.deepEqual(
    [sent?.["type"], sent?.["input"], sent?.["projectId"]],
    ["execution", { password: "********" }, projects[0]],
  );
  assert.equal(receiver.batches[0]?.headers.authorization, authorization);
  assert.equal(receiver.batches[0]?.headers["content-type"], "application/x-ndjson");
  const event = await eventually(async () => receiver.records().find((line) => line["action"] === "export.update"));
  assert.ok(!JSON.stringify(event).includes("must-stay-sealed"));
  const now = await eventually(async () => {
    const state = await owner.getExport({});
    return state.sentExecutions >= 1 && state.waitingSince === null ? state : undefined;
  });
  assert.ok(!JSON.stringify(now).includes("must-stay-sealed"));
  assert.equal(now.failure, null);
});

test("thousands of executions and the audit events arrive once each and in order, whatever becomes of the answers", async () => {
  const before = await owner.getExport({});
  const numbers = [2, 5].map((more) => String(before.nextBatch + more));
  receiver.state.behave = (number, time) =>
    !numbers.includes(number) || time > 1 ? "slow" : time === 1 ? "lost" : "takes";
  const records = Array.from({ length: isFull ? 100 : 50 }, (_, batch) => calls(100, projects[batch % 2]!));
  // Batches of several workers are committed in any order.
  for (let at = 0; at < records.length; at += 5)
    await Promise.all(records.slice(at, at + 5).map((batch) => recordExecutions(plane.app, batch)));
  for (let n = 0; n < 5; n += 1) await change({ paused: false });
  const ids = records.flat().map(({ id }) => id);
  await hasAll(ids);
  const got = idsOf("execution");
  assert.equal(new Set(got).size, got.length);
  const byNumber = Map.groupBy(receiver.batches, ({ number }) => number);
  const repeated = [...byNumber.values()].filter((same) => same.length > 1);
  assert.equal(repeated.length, numbers.length);
  for (const same of repeated) assert.equal(new Set(same.map(({ body }) => body)).size, 1);
  const ofTest = [...byNumber.keys()].map(Number);
  assert.deepEqual(
    ofTest,
    Array.from(ofTest, (_, index) => (ofTest[0] ?? 0) + index),
  );
  const sequences = receiver
    .records()
    .flatMap((one) => (one["type"] === "audit-event" ? [Number(one["sequence"])] : []));
  assert.deepEqual(
    sequences,
    Array.from(sequences, (_, index) => (sequences[0] ?? 0) + index),
  );
});

test("while it is paused nothing leaves, and then everything does; a receiver that refuses is named and asked again", async () => {
  await change({ paused: true });
  await untilNobodySends();
  const seen = receiver.batches.length;
  const [one] = calls(1, projects[1]!);
  await recordExecutions(plane.app, [one!]);
  await createSendExports()(plane.app);
  const paused = await owner.getExport({});
  assert.equal(paused.state, "paused");
  assert.notEqual(paused.waitingSince, null);
  assert.equal(receiver.batches.length, seen);
  receiver.state.behave = () => "refuses";
  const { sentExecutions, sentAuditEvents } = await owner.getExport({});
  assert.deepEqual(await metricsOf(), {
    ferrule_export_failures: [0],
    ferrule_export_late_seconds: [0],
    ferrule_export_sent_total: [sentAuditEvents, sentExecutions],
  });
  await change({ paused: false });
  const failing = await eventually(async () => {
    const state = await owner.getExport({});
    return state.state === "failing" ? state : undefined;
  });
  assert.equal(failing.failure?.message, "It answered 503.");
  const { ferrule_export_failures: failures, ferrule_export_late_seconds: late } = await metricsOf();
  assert.ok(failures![0]! >= 1 && late![0]! > 0 && late![0]! < 90, JSON.stringify({ failures, late }));
  receiver.state.behave = () => "takes";
  await hasAll([one!.id]);
});

test("a replica that was killed while it sent is followed by another one, and two never send at once", async () => {
  const hold = (until: string) =>
    plane.app.store.inInstallation(({ tx }) =>
      sql`update exports set holder = 'ctl_killed', held_until = now() + ${until}::interval
        where coalesce(holder, 'ctl_killed') = 'ctl_killed'`.execute(tx),
    );
  // The control plane itself may be sending just now.
  await eventually(async () => (await hold("1 hour")).numAffectedRows === 1n || undefined);
  const [one] = calls(1, projects[0]!);
  await recordExecutions(plane.app, [one!]);
  await createSendExports()(plane.app);
  assert.ok(!idsOf("execution").includes(one!.id));
  await hold("-1 second");
  const more = calls(600, projects[0]!);
  await recordExecutions(plane.app, more);
  await Promise.all([createSendExports()(plane.app), createSendExports()(plane.app)]);
  await hasAll([one!.id, ...more.map(({ id }) => id)]);
  const got = idsOf("execution");
  assert.equal(new Set(got).size, got.length);
});

test("one that is larger than a batch goes alone, and a Project that is deleted holds nothing up", async () => {
  const gone = await plane.createProject();
  const large = record(projects[0]!, { input: { text: "x".repeat(5 * 1_048_576) } });
  const small = calls(3, projects[0]!);
  await recordExecutions(plane.app, [large, ...small]);
  await recordExecutions(plane.app, calls(3, gone.id));
  await plane.app.store.inInstallation(({ tx }) => sql`delete from projects where id = ${gone.id}`.execute(tx));
  await hasAll([large.id, ...small.map(({ id }) => id)]);
  const its = receiver.batches.find(({ body }) => body.includes(large.id));
  assert.equal(its?.body.includes(small[0]!.id), false);
});

test("the test sends one line, and what it says holds nothing of the answer", async () => {
  assert.deepEqual(await owner.testExport({}), { ok: true, message: "It took the test." });
  const test = receiver.batches.find(({ number }) => number === "test");
  assert.equal((JSON.parse(test?.body ?? "") as { type: string }).type, "test");
  receiver.state.behave = () => "refuses";
  assert.deepEqual(await owner.testExport({}), { ok: false, message: "It answered 503." });
});

test("an address inside is refused unless the operator allows it, and another address needs its own authorization", async () => {
  await assert.rejects(change({ url: "https://elsewhere.example/in" }), { code: "INVALID_STATE" });
  await change({ url: "http://127.0.0.1:1/metadata", authorization: null });
  const { ok, message } = await owner.testExport({});
  assert.equal(ok, false);
  assert.match(message, /private/);
  await assert.rejects(change({ url: null }), { code: "INVALID_STATE" });
  const off = await change({ url: null, auditEvents: false, executions: false });
  assert.equal(off.state, "off");
});
