import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultBounds } from "../bounds.ts";
import { fakeUpstream, metricsOf, testGateway, until, type FakeUpstream } from "../testing.ts";
import { Conduct } from "./conduct.ts";

const call = (url: string) => fetch(`${url}/mcp/d/p/e`, { method: "POST", body: "{}" });
const ejected = async (url: string) =>
  [...(await metricsOf(url)).matchAll(/^ferrule_gateway_upstream_ejected\{.*upstream="([^"]+)".*\} 1$/gm)].map(
    ([, origin]) => origin,
  );
const ejections = async (url: string, reason: string) =>
  Number(new RegExp(`ejections_total\\{kind="worker",reason="${reason}".*\\} (\\d+)`).exec(await metricsOf(url))?.[1]);
const quick = { failuresApartMs: 0, ejectMs: 300, slowStartMs: 50 };

test("ejects a worker that fails calls by itself, and gives it none while it is out", async (t) => {
  const bad = await fakeUpstream(t, (_request, response) =>
    response.writeHead(500, { "x-ferrule-worker-failed": "1" }).end("bad"),
  );
  const good = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [bad, good] }, { ...quick, ejectMs: 60_000 });
  for (let n = 0; n < 200 && (await ejected(gateway.url)).length === 0; n += 1) {
    const answer = await call(gateway.url);
    assert.equal(answer.headers.get("x-ferrule-worker-failed"), null);
    await answer.text();
  }
  assert.deepEqual([await ejected(gateway.url), bad.seen.length], [[bad.url], 5]);
  for (let n = 0; n < 10; n += 1) assert.equal((await call(gateway.url)).status, 200);
  assert.equal(bad.seen.length, 5);
});

test("an ejected worker comes back by a probe, goes out again for one more failure, and stays when it has recovered", async (t) => {
  let isBroken = true;
  const bad = await fakeUpstream(t, (_request, response) => {
    if (isBroken) response.writeHead(500, { "x-ferrule-worker-failed": "1" });
    response.end("bad");
  });
  const gateway = await testGateway(t, { workers: [bad, await fakeUpstream(t)] }, { ...quick, ejectMs: 50 });
  const textOf = async () => (await call(gateway.url)).text();
  for (const [times, failures] of [
    [1, 5],
    [2, 6],
  ] as const) {
    await until(async () => (await textOf()) !== "" && (await ejections(gateway.url, "failures")) === times);
    assert.equal(bad.seen.length, failures);
  }
  isBroken = false;
  await until(async () => (await textOf()) === "bad");
  assert.deepEqual(await ejected(gateway.url), []);
});

test("never ejects for what a Function answers, nor the only worker", async (t) => {
  const failing = await fakeUpstream(t, (_request, response) => response.writeHead(500).end("a Function's"));
  const gateway = await testGateway(t, { workers: [failing, await fakeUpstream(t)] }, quick);
  for (let n = 0; n < 40; n += 1) await (await call(gateway.url)).text();
  assert.equal(await ejections(gateway.url, "failures"), 0);

  const bad = await fakeUpstream(t, (_request, response) =>
    response.writeHead(500, { "x-ferrule-worker-failed": "1" }).end(),
  );
  const alone = await testGateway(t, { workers: [bad] }, quick);
  for (let n = 0; n < 20; n += 1) assert.equal((await call(alone.url)).status, 500);
  assert.deepEqual(await ejected(alone.url), []);
});

test("ejects at most half of the workers, however bad all of them are", async (t) => {
  const workers: FakeUpstream[] = [];
  for (let n = 0; n < 4; n += 1) {
    workers.push(await fakeUpstream(t, (request) => request.socket.destroy()));
  }
  const gateway = await testGateway(t, { workers }, { ...quick, ejectMs: 60_000 });
  for (let n = 0; n < 100; n += 1) assert.equal((await call(gateway.url)).status, 502);
  assert.equal((await ejected(gateway.url)).length, 2);
  assert.equal((await fetch(`${gateway.url}/ready`)).status, 200);
  for (const worker of workers) worker.seen.length = 0;
  // Each of two gets every other call by chance.
  for (let n = 0; n < 40; n += 1) await call(gateway.url);
  assert.equal(workers.filter(({ seen }) => seen.length > 0).length, 2);
});

test("counts calls that one broken connection ends together once", () => {
  const conduct = new Conduct(defaultBounds);
  for (let n = 0; n < 500; n += 1) assert.equal(conduct.failed(1_000), false);
  for (let n = 1; n < 4; n += 1) assert.equal(conduct.failed(1_000 + n * 200), false);
  assert.equal(conduct.failed(2_000), true);
});

test("ejects for probes far slower than those of others, and not when all are slow", () => {
  const conduct = new Conduct(defaultBounds);
  for (let n = 0; n < 10; n += 1) {
    assert.equal(conduct.probed(2_000, 500), false);
    assert.equal(conduct.probed(200, 1), false);
    assert.equal(conduct.probed(2_000, undefined), false);
  }
  const verdicts = [1, 2, 3, 4].map(() => conduct.probed(400, 5));
  assert.deepEqual(verdicts, [false, false, false, true]);
});

test("each ejection lasts twice as long as the one before, up to a bound, until there was none for long", () => {
  const conduct = new Conduct(defaultBounds);
  const { ejectMs, ejectMostMs, ejectForgottenMs } = defaultBounds;
  let now = 1_000_000;
  const lasted = () => {
    conduct.eject("failures", now);
    const began = now;
    while (!conduct.mayReturn(now)) now += 500;
    conduct.back();
    return now - began;
  };
  const times = [1, 2, 3, 4, 5, 6, 7].map(lasted);
  assert.deepEqual(times.slice(0, 3), [ejectMs, ejectMs * 2, ejectMs * 4]);
  assert.equal(times.at(-1), ejectMostMs);
  now += ejectForgottenMs + 1;
  assert.equal(lasted(), ejectMs);
});
