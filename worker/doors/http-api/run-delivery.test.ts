import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DeliveryAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createMasker } from "../../ground/masking/masker.ts";
import type { Invocation } from "../../running/sandbox/call/invocation.ts";
import { endpointState } from "../../testing/deployed.ts";
import { cancelled, outcome, standIn, type Behaviour } from "../../testing/stand-in.ts";
import { startTestWorker, until } from "../../testing/test-worker.ts";
import { runDelivery } from "./run-delivery.ts";

const inputSchema = {
  type: "object",
  properties: { event: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } },
  required: ["event"],
};
const bound = { bodyProperty: "event", inputSchema };
const functions = [
  { name: "hook", code: "hook", route: "POST /hook", ...bound },
  { name: "durable", code: "durable", route: "POST /durable", ...bound, runPolicy: {} },
];
const threw = (status: number | null) =>
  outcome({
    kind: "threw",
    code: status === null ? "Error" : "ORDER",
    message: "It is not there.",
    safe: status !== null,
    status,
    details: null,
    stack: null,
  });
const answered = (status: number) =>
  outcome({ kind: "returned", outputJson: "{}", reply: { kind: "http", status, headers: {}, body: Buffer.from("") } });

/** None of these Functions makes a host call. */
const ask = () => Promise.reject(new Error("Nothing is asked for here."));

describe("attempts of deliveries", () => {
  const worker = duringTests(() => startTestWorker({ functions }));
  let made = 0;

  const attemptOf = (body = '{"id":"evt_1"}', over: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
    runId: `dlv_${(made += 1)}`,
    attempt: 2,
    mode: "delivery",
    projectId: "prj_one",
    environment: "development",
    endpointId: "ep_http",
    bindingId: "htb_hook",
    tenantId: "acme",
    caller: { kind: "webhook", id: null, name: "github" },
    requestId: `req_${made}`,
    executionId: `exe_${made}`,
    receivedAt: 1_000,
    request: {
      method: "POST",
      path: "/hook",
      query: "",
      headers: { "content-type": "application/json", "x-hub-signature-256": "sha256=00" },
      url: "http://ferrule.example/http/development/one/api/hook",
      body: Buffer.from(body).toString("base64"),
    },
    ...over,
  });
  async function run(behaviour: Behaviour, attempt = attemptOf()) {
    const invoke = standIn({ hook: behaviour });
    const { slots, record, directory, runs } = worker.serving;
    const context = {
      slots,
      invoke,
      ask,
      reporter: { record },
      log: createLog("worker", "silent"),
      workerId: "wrk_one",
    };
    const means = { context, directory, masker: createMasker(), runs };
    const end = await runDelivery(attempt, means, new AbortController().signal);
    return { end, call: invoke.calls.at(-1), record: worker.records.findLast(({ id }) => id === attempt.executionId) };
  }

  test("one runs with its request as it came, and its execution names the delivery", async () => {
    const attempt = attemptOf();
    const { end, call, record } = await run(() => "done", attempt);
    assert.deepEqual(end, { end: "succeeded", reason: null });
    assert.deepEqual([call?.attempt, call?.tenantId, call?.httpReceivedAt], [2, "acme", 1_000]);
    assert.equal(Buffer.from(call?.httpBody ?? []).toString(), '{"id":"evt_1"}');
    assert.equal(call?.http?.headers["x-hub-signature-256"], "sha256=00");
    assert.deepEqual(JSON.parse(call?.inputJson ?? ""), { event: { id: "evt_1" } });
    assert.deepEqual(
      [record?.deliveryId, record?.requestId, record?.status, record?.source],
      [attempt.runId, attempt.requestId, "succeeded", "http"],
    );
    assert.deepEqual(record?.run, { id: attempt.runId, attempt: 2 });
  });

  test("what it comes to says whether another attempt could end otherwise", async () => {
    const ends = async (behaviour: Behaviour) => (await run(behaviour)).end.end;
    assert.equal(await ends(() => threw(null)), "failed");
    assert.equal(await ends(() => threw(422)), "refused");
    assert.equal(await ends(() => threw(429)), "failed");
    assert.equal(await ends(() => answered(204)), "succeeded");
    assert.equal(await ends(() => answered(400)), "refused");
    assert.equal(await ends(() => answered(503)), "failed");
    const late = outcome({ kind: "terminated", reason: "timeout", message: "It took too long." });
    assert.equal(await ends(() => late), "failed");
    // The control plane knows whether somebody ended it, or its executor was lost.
    assert.equal(await ends(() => outcome(cancelled)), "failed");
  });

  test("one that streams its answer has succeeded when the stream is whole, and its record says how it began", async () => {
    const streaming =
      (status: number | null, pieces: number) =>
      async ({ answerSink: sink }: Invocation) => {
        assert.ok(sink !== undefined);
        assert.equal(
          sink.open({ status, headers: { "content-type": "text/plain" } }, () => undefined),
          true,
        );
        const piece = Buffer.alloc(1_048_576, "a");
        for (let sent = 0; sent < pieces; sent += 1) await sink.write(piece);
        const reply = { kind: "http" as const, status, headers: {}, body: Buffer.from("") };
        return outcome({ kind: "returned", outputJson: "null", reply });
      };
    const { end, record } = await run(streaming(null, 3));
    assert.deepEqual(end, { end: "succeeded", reason: null });
    assert.ok(record !== undefined);
    const { status, stream } = record.output as { status: number; stream: Record<string, unknown> };
    assert.deepEqual([status, stream["bytes"], stream["chunks"], stream["ended"]], [200, 3 * 1_048_576, 3, "complete"]);
    assert.match(String(stream["start"]), /^a{2048}… \[truncated\]$/);
    assert.equal((await run(streaming(503, 1))).end.end, "failed");
    const beyond = await run(streaming(200, 101));
    assert.equal(beyond.end.end, "failed");
  });

  const durableAttempt = () => {
    const attempt = attemptOf(undefined, { bindingId: "htb_durable" });
    return { ...attempt, request: { ...attempt.request, path: "/durable" } };
  };

  test("one of a durable Function starts one run, however often it is tried, and has succeeded then", async () => {
    const { startedRuns } = worker.feed;
    const attempt = durableAttempt();
    const { end, call, record } = await run(() => "done", attempt);
    assert.deepEqual([end, call], [{ end: "succeeded", reason: null }, undefined]);
    const [stored] = startedRuns.stored;
    assert.deepEqual(
      [stored?.source, stored?.mode, stored?.key, stored?.functionId, stored?.caller.kind, stored?.tenantId],
      ["delivery", "durable", `delivery:${attempt.runId}`, "fn_durable", "webhook", "acme"],
    );
    assert.deepEqual(JSON.parse(stored?.input ?? ""), { event: { id: "evt_1" } });
    assert.deepEqual(
      [record?.deliveryId, record?.status, record?.output, record?.delivered],
      [attempt.runId, "succeeded", { run: stored?.id }, true],
    );
    await run(() => "done", { ...attempt, attempt: 3 });
    assert.equal(startedRuns.stored.length, 1);
    await run(() => "done", durableAttempt());
    assert.equal(startedRuns.stored.length, 2);
  });

  test("one whose run cannot be stored now waits, and one whose call needs approval becomes a run too", async () => {
    const { startedRuns } = worker.feed;
    startedRuns.refuse("full");
    const full = await run(() => "done", durableAttempt());
    assert.deepEqual([full.end.end, full.end.postponeMs, full.record], ["postponed", 60_000, undefined]);
    startedRuns.refuse("gone");
    assert.equal((await run(() => "done", durableAttempt())).end.end, "refused");
    startedRuns.refuse(null);
    const rule = approvalRule.parse({ names: ["POST /hook"], by: { roles: ["owner"] } });
    worker.feed.say(endpointState("http", {}, { approvals: [rule] }));
    await until("the rule is known", async () => {
      const served = await worker.serving.directory.settleOf("ep_http", "development");
      return served?.approvals.concern("POST /hook") === true;
    });
    const { end, call } = await run(() => "done");
    assert.deepEqual([end.end, call, startedRuns.stored.at(-1)?.mode], ["succeeded", undefined, "once"]);
    worker.feed.say(endpointState("http"));
    await until("the rule is gone", async () => {
      const served = await worker.serving.directory.settleOf("ep_http", "development");
      return served?.approvals.concern("POST /hook") === false;
    });
  });

  test("input that no longer fits is refused without a run, and recorded", async () => {
    const attempt = attemptOf('{"id":7}');
    const { end, call, record } = await run(() => "done", attempt);
    assert.equal(end.end, "refused");
    assert.match(end.reason ?? "", /^INPUT_INVALID: /);
    assert.deepEqual([call, record?.status, record?.deliveryId], [undefined, "rejected", attempt.runId]);
  });

  test("what has lost its route fails, and what is disabled or not served waits", async () => {
    const lost = await run(() => "done", attemptOf(undefined, { bindingId: "htb_gone" }));
    assert.deepEqual([lost.end.end, lost.end.ran, lost.call], ["failed", false, undefined]);
    const unknown = await run(() => "done", attemptOf(undefined, { endpointId: "ep_gone" }));
    assert.equal(unknown.end.end, "postponed");
    worker.feed.say(endpointState("http", { status: "disabled" }));
    await until("it is disabled", async () => {
      return (await worker.serving.directory.settleOf("ep_http", "development"))?.closed === "ENDPOINT_DISABLED";
    });
    const disabled = await run(() => "done");
    assert.deepEqual([disabled.end.end, disabled.call], ["postponed", undefined]);
    worker.feed.say(endpointState("http"));
  });
});
