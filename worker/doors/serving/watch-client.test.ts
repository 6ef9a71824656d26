import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Invocation } from "../../running/sandbox/call/invocation.ts";
import { type TestFunction } from "../../testing/deployed.ts";
import { legacy, modern } from "../../testing/rpc.ts";
import { cancelled, outcome } from "../../testing/stand-in.ts";
import { startTestWorker, until, type TestWorker } from "../../testing/test-worker.ts";

const functions: TestFunction[] = [
  { name: "read", code: "read", route: "GET /read", tool: { annotations: { readOnlyHint: true } } },
  { name: "change", code: "change", route: "POST /change" },
  { name: "replace", code: "replace", route: "PUT /replace", tool: { annotations: { readOnlyHint: false } } },
  {
    name: "cancelled",
    code: "cancelled",
    route: "POST /cancelled",
    whenClientLeaves: "cancel",
    tool: { whenClientLeaves: "cancel" },
  },
  {
    name: "finished",
    code: "finished",
    route: "GET /finished",
    whenClientLeaves: "finish",
    tool: { whenClientLeaves: "finish", annotations: { readOnlyHint: true } },
  },
];

describe("a client that leaves before its answer", () => {
  let worker: TestWorker;
  const running: { invocation: Invocation; finish: () => void }[] = [];
  before(async () => {
    const wait = (invocation: Invocation) =>
      new Promise((resolve) => {
        running.push({ invocation, finish: () => resolve(1) });
        invocation.signal?.addEventListener("abort", () => resolve(outcome(cancelled)));
      });
    const behaviours = Object.fromEntries(functions.map(({ name }) => [name, wait]));
    worker = await startTestWorker({ functions, behaviours });
  });
  after(() => worker[Symbol.asyncDispose]());
  beforeEach(() => {
    running.length = 0;
    worker.records.length = 0;
  });

  /** Leaves while the call runs, and returns the call's record. */
  async function leave(ask: (signal: AbortSignal) => Promise<unknown>): Promise<string | undefined> {
    const leaving = new AbortController();
    const asked = ask(leaving.signal).catch(() => undefined);
    await until("the call runs", () => running.length === 1);
    const [{ invocation, finish }] = running as [(typeof running)[0]];
    assert.equal(invocation.clientLeft?.aborted, false);
    leaving.abort();
    await asked;
    await until("the worker has heard of it", () => invocation.clientLeft?.aborted === true);
    if (invocation.signal?.aborted !== true) finish();
    await until("it is recorded", () => worker.records.length === 1);
    return worker.records[0]?.status;
  }
  const route = (method: string, path: string) =>
    leave((signal) => worker.fetch(`/http/development/one/api${path}`, { method, signal }));
  const tool = ([message, more]: readonly [unknown, Record<string, string | undefined>?]) =>
    leave((signal) =>
      worker.fetch("/mcp/development/one/tools", {
        method: "POST",
        headers: { "content-type": "application/json", ...more },
        body: JSON.stringify(message),
        signal,
      }),
    );
  const old = (name: string) => tool([legacy("tools/call", { name, arguments: {} })]);
  const now = (name: string) => tool(modern("tools/call", { name, arguments: {} }));

  for (const [method, path, status] of [
    ["GET", "/read", "cancelled"],
    ["HEAD", "/read", "cancelled"],
    ["POST", "/change", "succeeded"],
    ["PUT", "/replace", "succeeded"],
    ["POST", "/cancelled", "cancelled"],
    ["GET", "/finished", "succeeded"],
  ] as const) {
    test(`${method} ${path} is ${status}`, async () => assert.equal(await route(method, path), status));
  }

  for (const [name, before, today] of [
    ["read", "cancelled", "cancelled"],
    ["change", "succeeded", "cancelled"],
    ["replace", "succeeded", "cancelled"],
    ["cancelled", "cancelled", "cancelled"],
    ["finished", "succeeded", "succeeded"],
  ] as const) {
    test(`the tool ${name} is ${before} in the revisions with a handshake, and ${today} at 2026-07-28`, async () => {
      assert.equal(await old(name), before);
      running.length = 0;
      worker.records.length = 0;
      assert.equal(await now(name), today);
    });
  }

  test("a client that has its answer cancels nothing by leaving", async () => {
    const asked = worker.fetch("/http/development/one/api/read");
    await until("the call runs", () => running.length === 1);
    running[0]?.finish();
    assert.equal((await asked).status, 200);
    assert.deepEqual(
      [running[0]?.invocation.clientLeft?.aborted, running[0]?.invocation.signal?.aborted],
      [false, false],
    );
    assert.equal(worker.records[0]?.status, "succeeded");
  });

  test("in a revision with a handshake, a read whose event stream has begun goes on", async () => {
    const params = { name: "read", arguments: {}, _meta: { progressToken: 1 } };
    const status = await leave(async (signal) => {
      const answer = await worker.fetch("/mcp/development/one/tools", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify(legacy("tools/call", params)),
        signal,
      });
      await answer.text();
    });
    assert.equal(status, "cancelled", "there was no stream yet");
    running.length = 0;
    worker.records.length = 0;
    const leaving = new AbortController();
    const asked = worker.fetch("/mcp/development/one/tools", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(legacy("tools/call", params)),
      signal: leaving.signal,
    });
    await until("the call runs", () => running.length === 1);
    const [{ invocation, finish }] = running as [(typeof running)[0]];
    invocation.onProgress?.(1, null, null);
    await asked;
    leaving.abort();
    await until("the worker has heard of it", () => invocation.clientLeft?.aborted === true);
    assert.equal(invocation.signal?.aborted, false);
    finish();
    await until("it is recorded", () => worker.records.length === 1);
    assert.equal(worker.records[0]?.status, "succeeded");
  });
});
