import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openListener, type RawListener } from "./open-listener.ts";
import { startRoleProcess, type MemoryUse } from "./role-process.ts";

const many = process.env["FERRULE_TEST_LENGTH"] === "full" ? 10_000 : 500;
const ofKey = 100;
const keys = many / ofKey;
/** What one stream may cost, in bytes; with few streams, what roles allocate once counts too. */
const most = many === 10_000 ? { heap: 24_000, resident: 48_000 } : { heap: 48_000, resident: 160_000 };

/** Waits until `condition` holds, at most two minutes. */
async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await delay(20);
  }
}

function perListener(what: string, before: MemoryUse, after: MemoryUse): void {
  const [heap, resident] = [(after.heap - before.heap) / many, (after.resident - before.resident) / many];
  process.stdout.write(`${what}: ${Math.round(heap)} bytes of heap and ${Math.round(resident)} resident a listener\n`);
  assert.ok(heap < most.heap, `${what}: ${heap} bytes of heap`);
  assert.ok(resident < most.resident, `${what}: ${resident} bytes resident`);
}

async function openAll(port: number, keyOf: (n: number) => string): Promise<RawListener[]> {
  const listeners: RawListener[] = [];
  for (let key = 0; key < keys; key += 1) {
    listeners.push(...(await Promise.all(Array.from({ length: ofKey }, () => openListener(port, keyOf(key))))));
  }
  return listeners;
}

test(`${many} clients listen through one gateway to one worker`, { timeout: 900_000 }, async () => {
  await using worker = await startRoleProcess("worker-process", keys);
  await using gateway = await startRoleProcess("gateway-process", await worker.ask("url"));
  const port = await gateway.ask<number>("port");
  const keyOf = (n: number) => `fer_key_of_listener_${n}`;
  const first = await openListener(port, keyOf(0));
  first.socket.destroy();
  const before = { gateway: await gateway.memory(), worker: await worker.memory() };

  const listeners = await openAll(port, keyOf);
  const open = { gateway: await gateway.memory(), worker: await worker.memory() };
  perListener("gateway", before.gateway, open.gateway);
  perListener("worker", before.worker, open.worker);

  const began = performance.now();
  await worker.ask("deploy", "Another.");
  await until("everybody hears of it", () => listeners.every(({ changes }) => changes === 1));
  process.stdout.write(`a change reached all in ${Math.round(performance.now() - began)} ms\n`);
  for (let round = 0; round < 10; round += 1) await worker.ask("deploy", `Round ${round}.`);
  await until("everybody hears of the last", () => listeners.every(({ changes }) => changes >= 2));
  const told = { gateway: await gateway.memory(), worker: await worker.memory() };
  perListener("gateway, after changes", before.gateway, told.gateway);
  perListener("worker, after changes", before.worker, told.worker);

  await worker.ask("revoke", 0);
  const [revoked, others] = [listeners.slice(0, ofKey), listeners.slice(ofKey)];
  await until("those of the key end", () => revoked.every(({ isClosed, hasResult }) => isClosed && hasResult));
  assert.ok(others.every(({ isClosed }) => !isClosed));
  const answer = await fetch(`http://127.0.0.1:${port}/mcp/development/one/tools`, {
    method: "POST",
    headers: { "x-api-key": keyOf(1), "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "one", arguments: {} } }),
  });
  assert.equal(answer.status, 200);

  const closing = gateway.ask("close");
  await until("the gateway ends the others in order", () =>
    others.every(({ isClosed, hasResult }) => isClosed && hasResult),
  );
  await closing;
});
