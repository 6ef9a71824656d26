import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState, previewKeyValue, previewState, type TestFunction } from "../../testing/deployed.ts";
import { startTestWorker, until, type TestRequest } from "../../testing/test-worker.ts";

const order = {
  type: "object",
  properties: { orderId: { type: "string" }, amount: { type: "number" }, password: { type: "string" } },
  required: ["orderId"],
};
const functions: TestFunction[] = [
  { name: "ship", code: "ship", inputSchema: order, route: "POST /ship", runPolicy: {}, successStatus: 201 },
  {
    name: "keyed",
    code: "keyed",
    inputSchema: order,
    route: "POST /keyed",
    runPolicy: {
      key: "/orderId",
      concurrency: { limit: 3, per: "tenant" },
      rate: { limit: 5, perSeconds: 60 },
      deadlineSeconds: 60,
      onRelease: "move",
    },
  },
  { name: "strict", code: "strict", inputSchema: order, route: "POST /strict", runPolicy: {}, idempotency: "required" },
  { name: "read", code: "read", route: "GET /read", runPolicy: {} },
  { name: "refund", code: "refund", inputSchema: order, route: "POST /refunds", tool: { description: "Pays back." } },
];
const large = {
  type: "object",
  properties: { amount: { type: "number", exclusiveMinimum: 500 } },
  required: ["amount"],
};
const approvals = [
  approvalRule.parse({ names: ["POST /refunds"], when: large, by: { roles: ["owner"] }, expiresSeconds: 600 }),
];

interface Told {
  run: { id: string; status: string; url: string; approvalUrl?: string };
  error: { code: string; message: string };
}

describe("routes whose calls become runs", () => {
  const worker = duringTests(() => startTestWorker({ functions, behaviours: { refund: () => "paid" } }));
  const desk = () => worker.feed.startedRuns;
  afterEach(() => {
    desk().refuse(null);
    desk().whenStored = null;
  });

  const call = (path: string, body: unknown, headers: TestRequest["headers"] = {}) =>
    worker.fetch(`/http/development/one/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const told = async (response: Response) => (await response.json()) as Told;
  const succeed = (output: unknown) => {
    desk().whenStored = () =>
      desk().change({ status: "succeeded", output: JSON.stringify(output), finishedAt: "2026-11-27T20:00:01.000Z" });
  };

  test("a call is stored, and gets the address of its run", async () => {
    const response = await call("/ship", { orderId: "A-1", password: "hunter2" });
    const { run } = await told(response);
    assert.equal(response.status, 202);
    assert.equal(run.status, "queued");
    assert.equal(run.url, `http://ferrule.example:8080/http/development/one/api/-/runs/${run.id}`);
    const { headers } = response;
    assert.deepEqual([headers.get("location"), headers.get("retry-after")], [run.url, "2"]);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("preference-applied"), null);
    const stored = desk().stored.at(-1);
    const { id, caller, input, shownInput, requestId, ...rest } = stored!;
    assert.equal(id, run.id);
    assert.equal(caller.id, "key_http");
    assert.equal(requestId, headers.get("x-request-id"));
    assert.deepEqual(JSON.parse(input), { orderId: "A-1", password: "hunter2" });
    assert.deepEqual(JSON.parse(shownInput), { orderId: "A-1", password: "[masked]" });
    assert.match(rest.deploymentId ?? "", /^dep_/);
    assert.deepEqual(
      { ...rest, deploymentId: null },
      {
        environment: "development",
        functionId: "fn_ship",
        mode: "durable",
        source: "http",
        endpointId: "ep_http",
        bindingId: "htb_ship",
        deploymentId: null,
        tenantId: "acme",
        key: null,
        concurrencyKey: null,
        delayMs: 0,
        priority: 0,
        deadlineSeconds: 86_400,
        onRelease: "stay",
        concurrency: null,
        rate: null,
        approval: null,
        trace: null,
      },
    );
  });

  test("the start is one execution, which names the run and succeeded; the Function did not run", async () => {
    const before = worker.calls.length;
    const { run } = await told(await call("/ship", { orderId: "A-2" }));
    const records = worker.records.filter(({ output }) => JSON.stringify(output) === JSON.stringify({ run: run.id }));
    assert.equal(records.length, 1);
    assert.deepEqual(
      [records[0]?.status, records[0]?.source, records[0]?.functionId],
      ["succeeded", "http", "fn_ship"],
    );
    assert.equal(worker.calls.length, before);
  });

  test("input that does not fit starts nothing", async () => {
    const before = desk().stored.length;
    const response = await call("/ship", { orderId: 7 });
    assert.deepEqual([response.status, (await told(response)).error.code], [400, "INPUT_INVALID"]);
    assert.equal(desk().stored.length, before);
  });

  test("a caller who prefers to wait gets the result with the route's status if the run ends in time", async () => {
    succeed({ shipped: true });
    const response = await call("/ship", { orderId: "A-3" }, { prefer: "respond-async, wait=10" });
    assert.deepEqual([response.status, await response.json()], [201, { shipped: true }]);
    assert.equal(response.headers.get("preference-applied"), "wait=10");
    assert.equal(response.headers.get("location"), null);
    assert.equal(desk().waits.at(-1), 10_000);
  });

  test("a huge wait is cut to 20 seconds, and a bad one does not count", async () => {
    succeed(1);
    await call("/ship", { orderId: "A-4" }, { prefer: "wait=86400" });
    assert.equal(desk().waits.at(-1), 20_000);
    const asked = desk().waits.length;
    for (const prefer of ["wait=-1", "wait=1.5", "wait=abc", "wait"]) {
      const response = await call("/ship", { orderId: "A-4" }, { prefer });
      assert.deepEqual([response.status, response.headers.get("preference-applied")], [202, null], prefer);
    }
    assert.equal(desk().waits.length, asked);
  });

  test("a run that does not end in time gives a 202 that says what was honoured", async () => {
    const response = await call("/ship", { orderId: "A-5" }, { prefer: "wait=1" });
    const { run } = await told(response);
    assert.deepEqual([response.status, run.status], [202, "queued"]);
    assert.deepEqual(
      [response.headers.get("location"), response.headers.get("preference-applied")],
      [run.url, "wait=1"],
    );
  });

  test("a run that failed gives its error, without what only the author may read", async () => {
    const ended = async (error: RunReport["error"], status = "failed") => {
      desk().whenStored = () => desk().change({ status, error });
      const response = await call("/ship", { orderId: "A-6" }, { prefer: "wait=5" });
      const { code, message } = (await told(response)).error;
      assert.equal(response.headers.get("preference-applied"), "wait=5");
      return [response.status, code, message];
    };
    assert.deepEqual(await ended({ code: "ORDER_LOST", message: "The order is lost." }), [
      500,
      "ORDER_LOST",
      "The order is lost.",
    ]);
    assert.deepEqual(await ended({ code: "FUNCTION_ERROR", message: "password hunter2" }), [
      500,
      "FUNCTION_ERROR",
      "The Function failed.",
    ]);
    const own = { code: "NOT_FOUND", message: "No such order.", safe: true, status: 422 };
    assert.deepEqual(await ended(own), [422, "NOT_FOUND", "No such order."]);
    const denied = await ended({ code: "EGRESS_DENIED", message: "db.internal may not be reached" });
    assert.deepEqual(denied.slice(0, 2), [500, "EGRESS_DENIED"]);
    assert.ok(!String(denied[2]).includes("db.internal"));
    const rejected = { code: "APPROVAL_REJECTED", message: "A person has rejected the call." };
    assert.deepEqual(await ended(rejected), [403, "APPROVAL_REJECTED", "A person has rejected the call."]);
    assert.deepEqual((await ended(null, "cancelled")).slice(0, 2), [503, "FUNCTION_CANCELLED"]);
    assert.deepEqual((await ended(null, "expired")).slice(0, 2), [504, "TIMEOUT"]);
  });

  test("the policy decides key, concurrency, rate, deadline and what a release does", async () => {
    const first = await told(await call("/keyed", { orderId: "K-1" }));
    const again = await told(await call("/keyed", { orderId: "K-1" }, { "idempotency-key": "another" }));
    const other = await told(await call("/keyed", { orderId: "K-2" }));
    assert.equal(again.run.id, first.run.id);
    assert.notEqual(other.run.id, first.run.id);
    const { key, concurrencyKey, concurrency, rate, deadlineSeconds, onRelease } = desk().stored.at(-1)!;
    assert.deepEqual(
      { key, concurrencyKey, concurrency, rate, deadlineSeconds, onRelease },
      {
        key: "K-2",
        concurrencyKey: "acme",
        concurrency: 3,
        rate: { limit: 5, perSeconds: 60 },
        deadlineSeconds: 60,
        onRelease: "move",
      },
    );
  });

  test("an Idempotency-Key is the run's key, and the answer tells the run's state at that time", async () => {
    const headers = { "idempotency-key": "order-9" };
    const reads = desk().waits.length;
    const first = await told(await call("/ship", { orderId: "I-1" }, headers));
    assert.equal(desk().waits.length, reads, "a new run needs no question");
    desk().change({ status: "succeeded", output: '"done"' }, first.run.id);
    const again = await call("/ship", { orderId: "I-1" }, headers);
    const { run: known } = await told(again);
    assert.deepEqual([again.status, known.id, known.status], [202, first.run.id, "succeeded"]);
    const waited = await call("/ship", { orderId: "I-1" }, { ...headers, prefer: "wait=5" });
    assert.deepEqual([waited.status, await waited.json()], [201, "done"]);
    assert.equal(desk().stored.filter(({ input }) => input.includes("I-1")).length, 1);
    const other = await call("/ship", { orderId: "I-2" }, headers);
    assert.deepEqual([other.status, (await told(other)).error.code], [422, "IDEMPOTENCY_MISMATCH"]);
    const bad = await call("/ship", { orderId: "I-1" }, { "idempotency-key": '"' });
    assert.deepEqual([bad.status, (await told(bad)).error.code], [400, "INPUT_INVALID"]);
    const missing = await call("/strict", { orderId: "I-1" });
    assert.deepEqual([missing.status, (await told(missing)).error.code], [400, "INPUT_INVALID"]);
    assert.equal((await call("/strict", { orderId: "I-1" }, { "idempotency-key": "a" })).status, 202);
  });

  test("a full Project and a full lane give 429, and a Function that is gone 404", async () => {
    for (const [outcome, status, code, retryAfter] of [
      ["full", 429, "RATE_LIMITED", "60"],
      ["limited", 429, "RATE_LIMITED", "10"],
      ["gone", 404, "NOT_FOUND", null],
    ] as const) {
      desk().refuse(outcome);
      const response = await call("/ship", { orderId: outcome });
      assert.deepEqual(
        [response.status, (await told(response)).error.code, response.headers.get("retry-after")],
        [status, code, retryAfter],
      );
      assert.equal(worker.records.at(-1)?.status, "rejected");
    }
  });

  test("a short silence of the control plane loses nothing and repeats nothing; a long one gives 503", async () => {
    desk().fail(2);
    const { run } = await told(await call("/ship", { orderId: "S-1" }));
    assert.equal(desk().stored.filter(({ id }) => id === run.id).length, 1);
    desk().fail(1_000);
    const response = await call("/ship", { orderId: "S-2" });
    desk().fail(0);
    assert.deepEqual([response.status, (await told(response)).error.code], [503, "UNAVAILABLE"]);
    assert.equal(response.headers.get("retry-after"), "5");
  });

  test("HEAD does not start a run", async () => {
    const before = desk().stored.length;
    const response = await worker.fetch("/http/development/one/api/read", { method: "HEAD" });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
    assert.equal(desk().stored.length, before);
    assert.equal((await worker.fetch("/http/development/one/api/read")).status, 202);
  });

  test("a call that a rule matches waits for a person, and one that it does not match runs at once", async () => {
    worker.feed.say(endpointState("http", {}, { approvals }));
    await until("the rule is known", async () => {
      const served = await worker.serving.directory.settleOf("ep_http", "development");
      return served?.approvals.concern("POST /refunds") === true;
    });
    const small = await call("/refunds", { orderId: "R-1", amount: 500 });
    assert.deepEqual([small.status, await small.json()], [200, "paid"]);
    const before = worker.calls.length;
    const response = await call("/refunds", { orderId: "R-2", amount: 501, password: "hunter2" });
    const { run } = await told(response);
    assert.deepEqual([response.status, run.status, worker.calls.length], [202, "waiting", before]);
    assert.match(run.approvalUrl ?? "", /^http:\/\/ferrule\.example:8080\/approvals\/apr_[0-9a-z]+$/);
    const { mode, approval, deadlineSeconds, key } = desk().stored.at(-1)!;
    assert.deepEqual([mode, deadlineSeconds, key], ["once", 4_200, null]);
    const { digest, details, title, by, people, notAsker, expiresSeconds } = approval!;
    assert.equal(title, "Call POST /refunds");
    assert.deepEqual(JSON.parse(details), { orderId: "R-2", amount: 501, password: "[masked]" });
    assert.deepEqual([by.roles, people, notAsker, expiresSeconds], [["owner"], 1, true, 600]);
    await call("/refunds", { password: "hunter2", amount: 501, orderId: "R-2" });
    assert.equal(desk().stored.at(-1)?.approval?.digest, digest);
    await call("/refunds", { orderId: "R-2", amount: 502, password: "hunter2" });
    assert.notEqual(desk().stored.at(-1)?.approval?.digest, digest);
    const unseen = await call("/refunds", { orderId: "x".repeat(17_000), amount: 501 });
    assert.deepEqual([unseen.status, (await told(unseen)).error.code], [413, "PAYLOAD_TOO_LARGE"]);
  });

  test("a preview starts no run", async () => {
    worker.feed.say(previewState(worker.publish(functions)));
    const served = (headers: object) =>
      worker.fetch("/http/preview-pr-7/one/api/ship", {
        method: "POST",
        headers: { "x-api-key": previewKeyValue, "content-type": "application/json", ...headers },
        body: '{"orderId":"P-1"}',
      });
    await until("the preview is served", async () => (await served({ "x-api-key": undefined })).status === 401);
    const before = desk().stored.length;
    const response = await served({});
    assert.deepEqual([response.status, (await told(response)).error.code], [501, "NOT_IMPLEMENTED"]);
    assert.equal(desk().stored.length, before);
  });
});
