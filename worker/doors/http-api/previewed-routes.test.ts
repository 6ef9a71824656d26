import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { deliveryRule } from "@ferrule/contract/resources/delivery.ts";
import type { BeginAnswer } from "@ferrule/contract/internal/idempotency.ts";
import { endpointState, previewState } from "../../testing/deployed.ts";
import { startTestWorker, until, type TestWorker } from "../../testing/test-worker.ts";

const secret = "a key that sender and receiver share";
const open = { type: "object", properties: { event: {} }, required: ["event"] };
const functions = [
  { name: "later", code: "later", route: "POST /later", delivery: deliveryRule.parse({}) },
  { name: "once", code: "once", route: "POST /once", idempotency: "required" as const },
  { name: "hook", code: "hook", route: "POST /hook", inputSchema: open, bodyProperty: "event" },
];

const development = "/http/development/one/api";
const preview = "/http/preview-pr-7/one/api";
const another = "/http/preview-pr-8/one/api";

describe("routes in a preview", () => {
  /** The answers under idempotency keys, as the control plane keeps them. */
  const kept = new Map<string, string>();
  let runs = 0;
  let worker: TestWorker;

  before(async () => {
    worker = await startTestWorker({
      functions,
      behaviours: { once: () => (runs += 1), hook: () => "done" },
      getSecret: () => Promise.resolve(secret),
      ask: (name, argument) => {
        const { place, answer } = argument as { place: string; answer?: string };
        if (name === "idempotency.end") kept.set(place, answer ?? "");
        const held = kept.get(place);
        const begun: BeginAnswer = held === undefined ? { state: "held" } : { state: "answered", answer: held };
        return Promise.resolve(name === "idempotency.begin" ? begun : {});
      },
    });
  });
  after(() => worker[Symbol.asyncDispose]());

  async function announce(policy: object): Promise<void> {
    const before = worker.serving.inForce()?.sequence ?? 0;
    const digest = worker.publish(functions);
    worker.feed.say(endpointState("http", {}, policy));
    worker.feed.say(previewState(digest, { id: "pvw_eight", name: "pr-8" }, policy));
    worker.feed.say(previewState(digest, {}, policy));
    await until("all are in force", () => (worker.serving.inForce()?.sequence ?? 0) >= before + 3);
  }
  const post = (path: string, headers: Record<string, string>, body = "{}") =>
    worker.fetch(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

  test("a route that responds before its Function runs refuses with a reason, and stores nothing", async () => {
    await announce({ callerMode: "none" });
    const answer = await post(`${preview}/later`, {});
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    assert.deepEqual([answer.status, error.code], [501, "NOT_IMPLEMENTED"]);
    assert.match(error.message, /A preview takes no deliveries/);
    assert.equal(worker.feed.deliveries.stored.length, 0);
    const { status, preview: named, error: noted } = worker.records.at(-1) ?? {};
    assert.deepEqual([status, named, noted?.code], ["rejected", "pr-7", "NOT_IMPLEMENTED"]);
    assert.equal((await post(`${development}/later`, {})).status, 202);
    assert.equal(worker.feed.deliveries.stored.length, 1);
  });

  test("an Idempotency-Key counts in one preview alone, and not in Development", async () => {
    await announce({ callerMode: "none" });
    const answers: [string, unknown, string | null][] = [];
    for (const place of [development, preview, another, preview, development]) {
      const answer = await post(`${place}/once`, { "idempotency-key": "order-1" });
      answers.push([place, await answer.json(), answer.headers.get("idempotency-replayed")]);
    }
    assert.deepEqual(answers, [
      [development, 1, null],
      [preview, 2, null],
      [another, 3, null],
      [preview, 2, "true"],
      [development, 1, "true"],
    ]);
  });

  test("a signed request runs once in each preview and once in Development", async () => {
    const signature = { sender: "github", secrets: ["HOOK"], toleranceSeconds: 300, replayWindowSeconds: 3_600 };
    await announce({ callerMode: "signature", signature });
    const body = '{"id":"evt_1"}';
    const sign = (text: string) => `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
    const send = async (place: string) =>
      (await post(`${place}/hook`, { "x-hub-signature-256": sign(body), "x-github-delivery": "d-1" }, body)).status;
    const statuses: number[] = [];
    for (const place of [preview, development, another, preview, development, another]) {
      statuses.push(await send(place));
      // Its end is noted after its answer.
      await until("its end is noted", () => worker.serving.slots.running === 0);
    }
    assert.deepEqual(statuses, [200, 200, 200, 409, 409, 409]);
    const forged = await post(`${preview}/hook`, { "x-hub-signature-256": sign("other") }, body);
    assert.equal(forged.status, 401);
  });
});
