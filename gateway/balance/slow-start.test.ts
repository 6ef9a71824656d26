import assert from "node:assert/strict";
import { test } from "node:test";
import type { Upstream } from "../upstreams/upstream.ts";
import { fakeUpstream, healthyUpstreams, testGateway, until } from "../testing.ts";
import { pickOne } from "../upstreams/pick.ts";
import { Warming } from "./warming.ts";

/** As much of an upstream as a choice looks at. */
const upstream = (weight: number, fullness: number) => ({ weight, fullness }) as Upstream;

function shareOf(one: Upstream, among: Upstream[]): number {
  let times = 0;
  for (let n = 0; n < 20_000; n += 1) if (pickOne(among) === one) times += 1;
  return times / 20_000;
}

test("an upstream that begins gets a part of its share that grows with its weight", () => {
  for (const weight of [0.1, 0.5]) {
    const fresh = upstream(weight, 0);
    const share = shareOf(fresh, [fresh, upstream(1, 0.2)]);
    assert.ok(Math.abs(share - weight) < 0.03, `${share} for ${weight}`);
  }
  const warm = upstream(1, 0);
  assert.equal(shareOf(warm, [warm, upstream(1, 0.2)]), 1);
});

test("it gets what the others have no room for, and none is told apart when all begin together", () => {
  const fresh = upstream(0.1, 0.5);
  assert.equal(shareOf(fresh, [fresh, upstream(1, 1)]), 1);
  const first = upstream(0.1, 0);
  assert.equal(shareOf(first, [first, upstream(0.105, 0.2)]), 1);
});

test("a weight grows from a tenth to 1", (t) => {
  let now = 1_000;
  t.mock.method(performance, "now", () => now);
  const warming = new Warming(200);
  assert.equal(warming.weight, 1);
  warming.begin();
  const weights = [0, 10, 100, 150, 200, 1_000].map((passedMs) => {
    now = 1_000 + passedMs;
    return warming.weight;
  });
  assert.deepEqual(weights, [0.1, 0.1, 0.5, 0.75, 1, 1]);
});

test("a worker that comes to others gets few calls at first, and its share later", async (t) => {
  const [old, fresh] = [await fakeUpstream(t), await fakeUpstream(t)];
  fresh.readiness = 503;
  const slowStartMs = 1_500;
  const gateway = await testGateway(t, { settings: { workerUrls: [old.url, fresh.url] } }, { slowStartMs });
  const call = async () => (await fetch(`${gateway.url}/mcp/d/p/e`, { method: "POST", body: "{}" })).text();
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  const warmAt = performance.now() + slowStartMs;
  await until(() => performance.now() > warmAt);
  fresh.readiness = 200;
  const beganAt = performance.now();
  await until(async () => (await healthyUpstreams(gateway.url)) === 2);
  for (let n = 0; n < 40; n += 1) await call();
  // On a machine that is too busy for forty calls in that time it has its share already.
  const isEarly = performance.now() - beganAt < slowStartMs / 3;
  assert.ok(fresh.seen.length < 15 || !isEarly, String(fresh.seen.length));
  await until(async () => {
    const before = [fresh.seen.length, old.seen.length] as const;
    for (let n = 0; n < 40; n += 1) await call();
    return fresh.seen.length - before[0] >= 15 && old.seen.length - before[1] >= 10;
  });
});
