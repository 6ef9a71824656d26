import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { createTurnGate } from "./turn-gate.ts";

const threads = availableParallelism() + 1;
const turns = () => {
  const gate = createTurnGate();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask: (tenant: string) =>
      gate(tenant, () => {
        begun.push(tenant);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(resolve);
        return promise;
      }),
    endAll: async () => {
      while (ends.length > 0) {
        ends.shift()!();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
};

test("no more turns begin than there are threads, and none of them is lost", async () => {
  const { ask, begun, endAll } = turns();
  for (let n = 0; n < threads * 3; n++) ask("a");
  assert.equal(begun.length, threads);
  await endAll();
  assert.equal(begun.length, threads * 3);
});

test("a tenant with one turn waits for one of another's, not for all of them", async () => {
  const { ask, begun, endAll } = turns();
  for (let n = 0; n < threads + 50; n++) ask("flood");
  ask("quiet");
  ask("third");
  await endAll();
  const waited = begun.slice(threads);
  assert.equal(waited.length, 52);
  assert.deepEqual(waited.slice(0, 4), ["flood", "quiet", "third", "flood"]);
});

test("a turn that is long gives its place away", async () => {
  const { ask, begun } = turns();
  for (let n = 0; n < threads; n++) ask("loops");
  const { promise, resolve } = Promise.withResolvers<void>();
  ask("waits");
  const waiting = setInterval(() => begun.includes("waits") && resolve(), 1);
  await promise;
  clearInterval(waiting);
  assert.equal(begun.length, threads + 1);
});
