import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Registry } from "prom-client";
import { createLog } from "../log.ts";
import { currentSpan, within } from "./current-span.ts";
import { openTracing } from "./open-tracing.ts";
import type { TracingSettings } from "./tracing.ts";

const log = createLog("test", "silent");
const settings: TracingSettings = {
  url: "http://127.0.0.1:9/v1/traces",
  headers: {},
  protocol: "http/protobuf",
  ratio: 1,
  followsCallers: false,
  serviceName: "test",
  delayMs: 60_000,
};
async function open(over: Partial<TracingSettings> = {}) {
  const registry = new Registry();
  const tracing = await openTracing({ settings: { ...settings, ...over }, role: "test", registry, log });
  assert.ok(tracing);
  return { tracing, registry };
}
const beginning = { name: "call", kind: "server" } as const;
const context = (flags: string) => ({ traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` });

test("without a receiver nothing is opened", async () => {
  assert.equal(await openTracing({ settings: undefined, role: "test", registry: new Registry(), log }), undefined);
});

test("callers do not decide what is traced, unless they may", async () => {
  const { tracing: never } = await open({ ratio: 0 });
  assert.equal(never.begin(beginning, context("01")), undefined);
  assert.equal(never.join(beginning, context("01"), undefined), undefined);
  const { tracing: always } = await open({ ratio: 1 });
  const own = always.begin(beginning, context("00"));
  assert.equal(own?.traceId, "0af7651916cd43dd8448eb211c80319c");
  assert.match(own.carrier.traceparent, /-01$/);
  const { tracing: following } = await open({ ratio: 0, followsCallers: true });
  assert.ok(following.begin(beginning, context("01")));
  assert.ok(following.join(beginning, context("01"), undefined));
  assert.equal(following.begin(beginning, context("00")), undefined);
  assert.equal(following.begin(beginning), undefined);
  const { tracing: mostly } = await open({ ratio: 1, followsCallers: true });
  assert.equal(mostly.begin(beginning, context("00")), undefined);
});

test("a share of the calls is traced, whatever trace id they come with", async () => {
  const { tracing } = await open({ ratio: 0.1 });
  let traced = 0;
  for (let call = 0; call < 5_000; call += 1) if (tracing.begin(beginning, context("01")) !== undefined) traced += 1;
  assert.ok(traced > 380 && traced < 620, String(traced));
});

test("all parts of one thing are in one trace, whichever process begins them, or none is", async () => {
  const [one, other] = [await open({ ratio: 0.5 }), await open({ ratio: 0.5 })];
  let traced = 0;
  for (let thing = 0; thing < 400; thing += 1) {
    const parts = [one, other, one].map(({ tracing }) => tracing.gather(beginning, `run_${thing}`));
    assert.equal(new Set(parts.map((part) => part?.traceId)).size, 1);
    if (parts[0] !== undefined) traced += 1;
  }
  assert.ok(traced > 140 && traced < 260, String(traced));
  const { tracing: always } = await open({ ratio: 1 });
  const [first, second] = [always.gather(beginning, "run_a"), always.gather(beginning, "run_b")];
  assert.match(first?.carrier.traceparent ?? "", /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  assert.notEqual(first?.traceId, second?.traceId);
  assert.equal((await open({ ratio: 0 })).tracing.gather(beginning, "run_a"), undefined);
});

test("a step is known to what runs in it, and to nothing else", async () => {
  const { tracing } = await open();
  const span = tracing.begin(beginning);
  assert.ok(span);
  assert.equal(await within(span, async () => currentSpan()), span);
  assert.equal(currentSpan(), undefined);
});

test("a receiver that never answers costs a bounded number of spans, which are counted, and ends with the role", async () => {
  const silent = createServer((request) => void request.resume()).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as AddressInfo;
  const { tracing, registry } = await open({ url: `http://127.0.0.1:${port}/v1/traces`, delayMs: 10 });
  for (let call = 0; call < 10_000; call += 1) tracing.begin(beginning)?.end();
  assert.match(await registry.metrics(), /ferrule_spans_total\{outcome="dropped"\} 7952/);
  const began = performance.now();
  await tracing[Symbol.asyncDispose]();
  assert.ok(performance.now() - began < 10_000);
  silent.close();
  silent.closeAllConnections();
});
