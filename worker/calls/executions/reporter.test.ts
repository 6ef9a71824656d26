import assert from "node:assert/strict";
import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createReporter, type ReporterOptions } from "./reporter.ts";

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-journal-"));
  folders.push(folder);
  return folder;
};

let made = 0;
function execution(input: unknown = { n: 1 }): ExecutionRecord {
  made += 1;
  return sampleRecord({
    id: `exe_${made}`,
    projectId: "prj_1",
    requestId: `req_${made}`,
    startedAt: new Date(0).toISOString(),
    input,
    output: input,
  });
}

/** A receiver that keeps everything. `answer` decides each batch's status. */
function receiver(answer: (records: ExecutionRecord[]) => number = () => 204) {
  const received: ExecutionRecord[] = [];
  let arrived = () => {};
  const send: ReporterOptions["send"] = async (body) => {
    const { records } = JSON.parse(body) as { records: ExecutionRecord[] };
    const status = answer(records);
    if (status === 0) throw new Error("nobody there");
    if (status < 300) received.push(...records);
    arrived();
    return status;
  };
  const until = async (count: number) => {
    while (received.length < count) await new Promise<void>((resolve) => (arrived = resolve));
  };
  return { received, send, until };
}

const log = createLog("test", "silent");

test("records arrive in order, in batches, and leave the journal when acknowledged", async () => {
  const folder = newFolder();
  const { received, send, until } = receiver();
  const reporter = createReporter({ folder, send, log, flushAfterMs: 1 });
  const ids = Array.from({ length: 1_200 }, () => execution()).map((record) => (reporter.record(record), record.id));
  await until(1_200);
  assert.deepEqual(
    received.map((record) => record.id),
    ids,
  );
  await reporter[Symbol.asyncDispose]();
  assert.deepEqual(readdirSync(folder), []);
});

test("records that come one after another gather, also behind a batch that is under way", async () => {
  const { received, send } = receiver();
  let batches = 0;
  const slowly: ReporterOptions["send"] = async (body, signal) => {
    batches += 1;
    await delay(5);
    return send(body, signal);
  };
  const reporter = createReporter({ folder: newFolder(), send: slowly, log });
  const began = performance.now();
  let count = 0;
  for (; performance.now() < began + 500; count += 1) {
    reporter.record(execution());
    await delay(1);
  }
  await reporter[Symbol.asyncDispose]();
  assert.equal(received.length, count);
  const took = performance.now() - began;
  assert.ok(batches <= 3 + took / 100, `${batches} batches in ${took} ms`);
});

test("a lone record leaves soon; one that comes while others are on their way waits for more", async () => {
  const { received, send, until } = receiver();
  const underWay = Promise.withResolvers<void>();
  const slowly: ReporterOptions["send"] = async (body, signal) => {
    await underWay.promise;
    return send(body, signal);
  };
  const reporter = createReporter({
    folder: newFolder(),
    send: slowly,
    log,
    flushAfterMs: 1,
    flushBusyAfterMs: 3_600_000,
  });
  reporter.record(execution());
  await delay(20);
  reporter.record(execution());
  underWay.resolve();
  await until(1);
  await delay(20);
  reporter.record(execution());
  await delay(20);
  assert.equal(received.length, 1);
  for (let index = 2; index < 500; index += 1) reporter.record(execution());
  await until(501);
  await reporter[Symbol.asyncDispose]();
});

test("a full batch waits for nobody", async () => {
  const { received, send, until } = receiver();
  const reporter = createReporter({ folder: newFolder(), send, log, flushAfterMs: 3_600_000 });
  for (let index = 0; index < 500; index += 1) reporter.record(execution());
  await until(500);
  assert.equal(received.length, 500);
  await reporter[Symbol.asyncDispose]();
});

test("what the control plane did not take is sent by the next process", async () => {
  const folder = newFolder();
  const away = createReporter({ folder, send: receiver(() => 0).send, log, flushAfterMs: 1, closeWithinMs: 10 });
  const record = execution();
  away.record(record);
  await away[Symbol.asyncDispose]();
  const { received, send, until } = receiver();
  const back = createReporter({ folder, send, log });
  await until(1);
  assert.deepEqual(
    received.map(({ id }) => id),
    [record.id],
  );
  await back[Symbol.asyncDispose]();
  assert.deepEqual(readdirSync(folder), []);
});

test("a control plane that comes back is sent everything", async () => {
  let open = false;
  const { received, send, until } = receiver(() => (open ? 204 : 503));
  const reporter = createReporter({ folder: newFolder(), send, log, flushAfterMs: 1 });
  for (let index = 0; index < 50; index += 1) reporter.record(execution());
  open = true;
  await until(50);
  assert.equal(new Set(received.map(({ id }) => id)).size, 50);
  await reporter[Symbol.asyncDispose]();
});

test("one refused record costs only itself", async () => {
  const { received, send, until } = receiver((records) => (records.some(({ input }) => input === "bad") ? 400 : 204));
  const reporter = createReporter({ folder: newFolder(), send, log, flushAfterMs: 1 });
  for (let index = 0; index < 20; index += 1) reporter.record(execution(index === 7 ? "bad" : index));
  await until(19);
  assert.deepEqual(
    received.map(({ input }) => input),
    Array.from({ length: 20 }, (_, n) => n).filter((n) => n !== 7),
  );
  await reporter[Symbol.asyncDispose]();
});

test("the torn last line of a lost machine is passed over", async () => {
  const folder = newFolder();
  const whole = execution();
  writeFileSync(join(folder, "000000000000001-1-000001.ndjson"), `${JSON.stringify(whole)}\n{"id":"exe_torn`);
  const { received, send, until } = receiver();
  const reporter = createReporter({ folder, send, log });
  const next = execution();
  reporter.record(next);
  await until(2);
  assert.deepEqual(
    received.map(({ id }) => id),
    [whole.id, next.id],
  );
  await reporter[Symbol.asyncDispose]();
});

test("nothing sensitive is written down", async () => {
  const { received, send, until } = receiver();
  const reporter = createReporter({ folder: newFolder(), send, log, flushAfterMs: 1 });
  const token = `fer_key_${"z".repeat(43)}`;
  const record = execution({ password: "hunter2", nested: [{ apiKey: "hunter2" }], text: token });
  record.logs = [{ at: record.startedAt, level: "info", message: token, data: { secret: "hunter2" } }];
  record.error = { code: "X", message: token, stack: token };
  reporter.record(record);
  await until(1);
  const text = JSON.stringify(received);
  assert.ok(!text.includes("hunter2") && !text.includes("zzzz"), text);
  await reporter[Symbol.asyncDispose]();
});

test("records that a full disk does not take are reported all the same, once the control plane takes them", async (t) => {
  let away = true;
  const { received, send, until } = receiver(() => (away ? 0 : 204));
  const reporter = createReporter({ folder: newFolder(), send, log, flushAfterMs: 1 });
  const before = execution();
  reporter.record(before);
  const full = t.mock.method(fs, "writeSync", () => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  syncBuiltinESMExports();
  const kept = Array.from({ length: 1_200 }, () => execution());
  try {
    for (const record of kept) reporter.record(record);
  } finally {
    full.mock.restore();
    syncBuiltinESMExports();
  }
  assert.equal(full.mock.callCount(), 1_200);
  assert.equal(reporter.state().lost, 0);
  away = false;
  await until(1_201);
  assert.deepEqual(
    received.map(({ id }) => id),
    [before, ...kept].map(({ id }) => id),
  );
  await reporter[Symbol.asyncDispose]();
});
