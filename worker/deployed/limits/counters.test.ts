import assert from "node:assert/strict";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { createLimitServer, type LimitServer } from "../../testing/limit-server.ts";
import { until } from "../../testing/test-worker.ts";
import { Counters } from "./counters.ts";
import { openLastKnown } from "./last-known.ts";
import type { Limit } from "./limit.ts";
import { spend } from "./spend.ts";

const log = createLog("worker", "silent");
const unanswered = () => undefined;
const limitOf = (id: string, limit: number): Limit => ({ key: `p ${id}`, id, projectId: "p", name: "caller", limit });
const dayOf = (id: string, limit: number): Limit => ({
  ...limitOf(id, limit),
  quota: { endpointId: "ep", environment: "development", by: "tenant", period: "day", subject: id, name: id },
});
const workersOf = (server: LimitServer, count: number) =>
  Array.from({ length: count }, () => new Counters({ client: server.client, log, unanswered }));
const isAllowed = async (counters: Counters, limits: readonly Limit[], count = 1) =>
  !("refusedBy" in (await spend(counters, limits, count)));

test("three workers let through what there is, and one request more each at most", async () => {
  const server = createLimitServer(3);
  const workers = workersOf(server, 3);
  const limits = [limitOf("one", 100)];
  for (const total of [99, 99, 99]) {
    const results = await Promise.all(Array.from({ length: total }, (_, at) => isAllowed(workers[at % 3]!, limits)));
    assert.equal(results.length, total);
  }
  await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
  const used = server.used.get("one") ?? 0;
  assert.ok(used >= 100 && used <= 103, String(used));
});

test("one worker alone gets all of it, whoever else there is", async () => {
  const server = createLimitServer(3);
  const [busy] = workersOf(server, 3);
  let allowed = 0;
  for (let call = 0; call < 120; call += 1) if (await isAllowed(busy!, [limitOf("one", 100)])) allowed += 1;
  assert.equal(allowed, 100);
  await busy![Symbol.asyncDispose]();
});

test("a request takes from all its limits or from none", async () => {
  const server = createLimitServer(1);
  const [worker] = workersOf(server, 1);
  const [wide, narrow] = [limitOf("wide", 100), limitOf("narrow", 3)];
  const results: boolean[] = [];
  for (let call = 0; call < 10; call += 1) results.push(await isAllowed(worker!, [wide, narrow]));
  assert.deepEqual(results.filter(Boolean).length, 3);
  await worker![Symbol.asyncDispose]();
  assert.deepEqual([server.used.get("wide"), server.used.get("narrow")], [3, 3]);
});

test("what a call gives back is used by the next one", async () => {
  const server = createLimitServer(1);
  const [worker] = workersOf(server, 1);
  const limits = [limitOf("one", 2)];
  for (let call = 0; call < 20; call += 1) {
    const spent = await spend(worker!, limits, 1);
    assert.ok("giveBack" in spent, String(call));
    spent.giveBack();
  }
  await worker![Symbol.asyncDispose]();
});

test("a killed worker takes with it what it had in hand, and the others are not refused more than that", async () => {
  const server = createLimitServer(3);
  const [killed, other] = workersOf(server, 3);
  const limits = [dayOf("acme", 1_000)];
  let allowed = 0;
  for (let call = 0; call < 200; call += 1) if (await isAllowed(killed!, limits)) allowed += 1;
  // It reports to nobody any more.
  let more = 0;
  for (let call = 0; call < 1_000; call += 1) if (await isAllowed(other!, limits)) more += 1;
  const lost = 1_000 - allowed - more;
  assert.equal(allowed, 200);
  assert.ok(lost >= 0 && lost <= 84, `a twelfth of the limit at most: ${lost}`);
});

test("ten thousand callers share few messages, are never refused, and are forgotten beyond the bound", async () => {
  const server = createLimitServer(3);
  const worker = new Counters({ client: server.client, log, unanswered, most: 5_000 });
  for (let caller = 0; caller < 10_000; caller += 1) {
    assert.ok(await isAllowed(worker, [limitOf(`caller ${caller}`, 5)]));
  }
  await until("all are told", () => server.used.size === 10_000);
  assert.equal(worker.size, 5_000);
  assert.ok(server.messages < 1_000, String(server.messages));
  assert.ok(server.largest <= 1_000, String(server.largest));
  await worker[Symbol.asyncDispose]();
  const total = [...server.used.values()].reduce((sum, used) => sum + used, 0);
  assert.equal(total, 10_000);
});

test("while the control plane is away each worker keeps to its share, and refuses no first request", async () => {
  const server = createLimitServer(3);
  const workers = workersOf(server, 3);
  await Promise.all(workers.map((worker) => isAllowed(worker, [limitOf("known before", 60)])));
  await until("they know of each other", () => server.messages >= 3);
  server.refuse(true);
  const began = performance.now();
  let allowed = 0;
  for (let call = 0; call < 120; call += 1) if (await isAllowed(workers[call % 3]!, [limitOf("new", 60)])) allowed += 1;
  const refilled = (performance.now() - began) / 1_000;
  // Each let one request through before it noticed.
  assert.ok(allowed >= 57 && allowed <= 64 + refilled, `${allowed}, and ${refilled} came again`);
  server.refuse(false);
  await delay(1_100);
  for (const worker of workers) await worker[Symbol.asyncDispose]();
});

test("what is let through of a quota meanwhile is told afterwards", async () => {
  const server = createLimitServer(1);
  const [worker] = workersOf(server, 1);
  const limits = [dayOf("acme", 10)];
  let allowed = 0;
  for (let call = 0; call < 2; call += 1) if (await isAllowed(worker!, limits)) allowed += 1;
  server.refuse(true);
  for (let call = 0; call < 15; call += 1) if (await isAllowed(worker!, limits)) allowed += 1;
  assert.equal(allowed, 10);
  server.refuse(false);
  await until("it is told", () => server.used.get("acme") === 10);
  assert.equal(await isAllowed(worker!, limits), false);
  await worker![Symbol.asyncDispose]();
});

test("a control plane whose answers are lost counts nothing twice, and gives nothing away for nobody", async () => {
  const server = createLimitServer(1);
  const [worker] = workersOf(server, 1);
  const limits = [dayOf("acme", 100)];
  server.mute(true);
  for (let call = 0; call < 5; call += 1) await isAllowed(worker!, limits);
  await delay(2_500);
  const lost = server.used.get("acme") ?? 0;
  // The first request, and one that is in hand or waits.
  assert.ok(lost <= 3, String(lost));
  server.mute(false);
  await until("it is asked again", async () => {
    await isAllowed(worker!, limits);
    return (server.used.get("acme") ?? 0) > lost + 3;
  });
  await worker![Symbol.asyncDispose]();
});

test("a changed limit holds with the next request, and no request waits for ever", async () => {
  const server = createLimitServer(1);
  const [worker] = workersOf(server, 1);
  for (let call = 0; call < 5; call += 1) await isAllowed(worker!, [limitOf("one", 5)]);
  assert.equal(await isAllowed(worker!, [limitOf("one", 5)]), false);
  assert.equal(await isAllowed(worker!, [limitOf("one", 8)]), true);
  const silent = ({ signal }: { signal?: AbortSignal | undefined }) =>
    new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(new Error("silent"))));
  let told = 0;
  const hanging = new Counters({ client: { askLimits: silent }, log, unanswered: () => (told += 1) });
  const awake = setInterval(() => undefined, 1_000);
  await isAllowed(hanging, [limitOf("one", 5)]);
  const first = isAllowed(hanging, [limitOf("one", 5)]);
  // It comes during the other one's question.
  await delay(20);
  await isAllowed(hanging, [limitOf("two", 5)]);
  assert.deepEqual(await Promise.all([first, isAllowed(hanging, [limitOf("two", 5)])]), [true, true]);
  assert.ok(told >= 1, "nobody heard that the control plane was too late");
  clearInterval(awake);
});

test("a restart gives no quota again while the control plane is too slow to say what is left", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ferrule-quotas-"));
  const file = join(folder, "quotas.ndjson");
  const server = createLimitServer(2);
  const limits = [dayOf("acme", 20)];
  async function life(calls: number, refusing: boolean): Promise<number> {
    await using lastKnown = await openLastKnown(file, log);
    const worker = new Counters({ client: server.client, log, lastKnown, unanswered });
    server.refuse(refusing);
    let allowed = 0;
    for (let call = 0; call < calls; call += 1) if (await isAllowed(worker, limits)) allowed += 1;
    await worker[Symbol.asyncDispose]();
    return allowed;
  }
  try {
    assert.equal(await life(8, false), 8);
    const left = 20 - (server.used.get("acme") ?? 0);
    const [first, second, third] = [await life(30, true), await life(30, true), await life(30, true)];
    // This one of two workers gets half of the rest, over all its lives.
    assert.ok(first > 0 && first <= left / 2 + 1, `${first} of ${left}`);
    assert.deepEqual([second, third], [0, 0]);
    await appendFile(file, '["torn');
    assert.equal(await life(30, true), 0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("of a quota that it knows nothing about, a worker gives one request while the control plane is away", async () => {
  const server = createLimitServer(1);
  server.refuse(true);
  const [worker] = workersOf(server, 1);
  const results: boolean[] = [];
  for (let call = 0; call < 5; call += 1) results.push(await isAllowed(worker!, [dayOf("acme", 1_000)]));
  assert.equal(results.filter(Boolean).length, 1);
  await worker![Symbol.asyncDispose]();
});
