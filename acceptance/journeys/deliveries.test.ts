import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, describe, test } from "node:test";
import type { Delivery } from "@ferrule/contract/resources/delivery.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, deploy, issueKey, openProject, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const receive = `
import { FunctionError, type HttpContext } from "ferrule";
interface Input { event: { id: string; how?: string; [field: string]: unknown } }
export default async function receive(input: Input, ctx: HttpContext) {
  const { how } = input.event;
  if (how === "refuse") throw new FunctionError("WRONG_ORDER", "There is no such order.", { status: 422 });
  if (how === "answer") return ctx.http.respond({ status: 503, body: "later" });
  if (how === "once" && ctx.attempt === 1) throw new Error("not yet");
  if (how === "always") throw new Error("never");
  if (how === "signed") await ctx.http.verifySignature({ sender: "github", secret: "HOOK_KEY" });
  return { id: input.event.id, attempt: ctx.attempt, raw: await ctx.http.request.text(), path: ctx.http.request.path };
}
`;
const handshake = `
interface Input { event: { type: string; challenge?: string; [field: string]: unknown } }
export default (input: Input) => ({ challenge: input.event.challenge ?? null });
`;
const streams = `
import type { HttpContext } from "ferrule";
interface Input { event: { id: string; [field: string]: unknown } }
async function* steps(id: string) {
  yield { data: "looks up " + id };
  yield { data: "done" };
}
export default (input: Input, ctx: HttpContext) => ctx.http.events(steps(input.event.id));
`;
const form = `
interface Input { event: { Body: string; [field: string]: unknown } }
export default (input: Input) => input.event.Body;
`;

describe("webhooks that are answered at once and run later", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let url: string;
  let key: string;
  let endpointId: string;
  let receiver: { functionId: string; bindingId: string };

  before(async () => {
    const endpoint = await createEndpoint(client, "http", "later");
    endpointId = endpoint.id;
    const permissions = { secrets: ["HOOK_KEY"], hosts: [], collections: [], cache: false };
    const bind = async (slug: string, source: string, over: object) => {
      const { id: functionId } = await client.createFunction({ body: { slug, source, permissions } });
      const body = { functionId, method: "POST" as const, path: `/${slug}`, bodyProperty: "event", ...over };
      return { functionId, bindingId: (await client.createHttpBinding({ params: { endpointId }, body })).id };
    };
    receiver = await bind("receive", receive, {
      delivery: { backoffMs: 100, maxAttempts: 3, idFrom: "body", idName: "/id" },
    });
    await bind("slack", handshake, { delivery: {} });
    await bind("streams", streams, { delivery: { idFrom: "body", idName: "/id", backoffMs: 100, maxAttempts: 2 } });
    await bind("sms", form, { bodyType: "form", delivery: {} });
    await client.createSecret({ body: { name: "HOOK_KEY", environment: "development", value: "a key of GitHub" } });
    key = await issueKey(client, endpoint.id);
    await deploy(client);
    url = endpoint.urls.development;
  });

  async function send(path: string, body: string, over: Record<string, string> = {}) {
    const headers = { "x-api-key": key, "content-type": "application/json", ...over };
    const answer = await fetch(url + path, { method: "POST", body, headers });
    const text = await answer.text();
    return { status: answer.status, text, type: answer.headers.get("content-type") };
  }
  async function accepted(event: object, over: Record<string, string> = {}) {
    const { status, text } = await send("/receive", JSON.stringify(event), over);
    assert.equal(status, 202, text);
    return JSON.parse(text) as { deliveryId: string; duplicate: boolean };
  }
  const get = (deliveryId: string) => client.getDelivery({ params: { deliveryId } });
  const ended = (deliveryId: string): Promise<Delivery> =>
    eventually(async () => {
      const one = await get(deliveryId);
      return one.status === "queued" || one.status === "running" ? undefined : one;
    }, 20_000);
  const executionsOf = async ({ requestId }: Delivery) => (await client.listExecutions({ query: { requestId } })).items;
  /** The last execution of a delivery. Workers report executions a moment after they have ended. */
  const executionOf = ({ executionId }: Delivery) =>
    eventually(
      () => client.getExecution({ params: { executionId: executionId ?? "" } }).catch(() => undefined),
      20_000,
    );

  test("an accepted one runs once, with the body as it was sent, and its execution names it", async () => {
    const body = '{ "id" : "evt_1", "n": 1.0 }';
    const { status, text } = await send("/receive", body);
    assert.equal(status, 202, text);
    const { deliveryId, duplicate } = JSON.parse(text) as { deliveryId: string; duplicate: boolean };
    assert.equal(duplicate, false);
    const delivery = await ended(deliveryId);
    assert.deepEqual(
      [delivery.status, delivery.attempt, delivery.deliveryKey, delivery.route, delivery.reason],
      ["succeeded", 1, "evt_1", "POST /receive", null],
    );
    const execution = await executionOf(delivery);
    assert.equal(execution.deliveryId, deliveryId);
    assert.deepEqual(execution.output, { id: "evt_1", attempt: 1, raw: body, path: "/receive" });
    assert.equal(execution.requestId, delivery.requestId);
  });

  test("the same id is the same delivery, whatever else is sent; one of another id is another", async () => {
    const first = await accepted({ id: "evt_same" });
    const again = await accepted({ id: "evt_same", more: true });
    assert.deepEqual([again.deliveryId, again.duplicate], [first.deliveryId, true]);
    assert.notEqual((await accepted({ id: "evt_other" })).deliveryId, first.deliveryId);
    assert.equal((await ended(first.deliveryId)).attempt, 1);
  });

  test("many at once with one id are one delivery", async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => accepted({ id: "evt_flood" })));
    assert.equal(new Set(all.map(({ deliveryId }) => deliveryId)).size, 1);
    assert.equal(all.filter(({ duplicate }) => !duplicate).length, 1);
    const delivery = await ended(all[0]?.deliveryId ?? "");
    await executionOf(delivery);
    assert.equal((await executionsOf(delivery)).length, 1);
  });

  test("one that fails is tried again, and then succeeds", async () => {
    const delivery = await ended((await accepted({ id: "evt_once", how: "once" })).deliveryId);
    assert.deepEqual([delivery.status, delivery.attempt], ["succeeded", 2]);
    await eventually(async () => ((await executionsOf(delivery)).length === 2 ? true : undefined), 20_000);
    const { attempts } = await client.getRun({ params: { runId: delivery.id } });
    assert.deepEqual(
      attempts.map(({ attempt, end }) => [attempt, end]),
      [
        [1, "failed"],
        [2, "succeeded"],
      ],
    );
  });

  test("one that always fails is dead after its attempts, says why, and can be delivered again", async () => {
    for (const how of ["always", "answer"]) {
      const { deliveryId } = await accepted({ id: `evt_${how}`, how });
      const dead = await ended(deliveryId);
      assert.deepEqual([dead.status, dead.attempt], ["dead", 3]);
      assert.match(dead.reason ?? "", how === "always" ? /^FUNCTION_ERROR: / : /answered 503/);
    }
    const body = { environment: "development" as const, endpointId };
    assert.ok((await client.redeliverDeliveries({ body })).changed >= 2);
    const { items } = await client.listDeliveries({ query: { deliveryKey: "evt_always" } });
    const again = await ended(items[0]?.id ?? "");
    assert.deepEqual([again.status, again.attempt], ["dead", 6]);
    const { items: audited } = await client.listAuditEvents({ query: { action: "delivery.redeliver", limit: 1 } });
    assert.equal(audited.length, 1);
  });

  test("one that the Function refuses is dead at once", async () => {
    const dead = await ended((await accepted({ id: "evt_refused", how: "refuse" })).deliveryId);
    assert.deepEqual([dead.status, dead.attempt], ["dead", 1]);
    assert.equal(dead.reason, "WRONG_ORDER: There is no such order.");
  });

  test("one whose Function answers piece by piece succeeds, although nobody receives the pieces", async () => {
    const { status, text } = await send("/streams", '{"id":"evt_streams"}');
    assert.equal(status, 202, text);
    const delivery = await ended((JSON.parse(text) as { deliveryId: string }).deliveryId);
    assert.deepEqual([delivery.status, delivery.attempt, delivery.reason], ["succeeded", 1, null]);
    const { output } = await executionOf(delivery);
    const { stream } = output as { stream: Record<string, unknown> };
    assert.deepEqual([stream["ended"], stream["start"]], ["complete", "data: looks up evt_streams\n\ndata: done\n\n"]);
  });

  test("input that does not fit is refused before it is stored", async () => {
    const { status, text } = await send("/receive", '{"id": 7}');
    assert.equal(status, 400, text);
    assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, "INPUT_INVALID");
  });

  test("a signature is verified as of when it came", async () => {
    const body = JSON.stringify({ id: "evt_signed", how: "signed" });
    const signature = `sha256=${createHmac("sha256", "a key of GitHub").update(body).digest("hex")}`;
    const { text } = await send("/receive", body, { "x-hub-signature-256": signature });
    const { deliveryId } = JSON.parse(text) as { deliveryId: string };
    assert.equal((await ended(deliveryId)).status, "succeeded");
    const unsigned = await ended((await accepted({ id: "evt_unsigned", how: "signed" })).deliveryId);
    assert.deepEqual([unsigned.status, unsigned.attempt], ["dead", 1]);
  });

  test("one that waits can be discarded, and is not run", async () => {
    const { deliveryId } = await accepted({ id: "evt_discarded", how: "always" });
    await eventually(async () => ((await get(deliveryId)).attempt > 0 ? true : undefined), 10_000);
    await ended(deliveryId);
    const body = { environment: "development" as const, deliveryIds: [deliveryId] };
    assert.deepEqual(await client.discardDeliveries({ body }), { changed: 1, more: false });
    assert.equal((await get(deliveryId)).status, "discarded");
    assert.deepEqual(await client.discardDeliveries({ body }), { changed: 0, more: false });
  });

  test("Slack's question whose address it is, is answered by the Function at once", async () => {
    const body = JSON.stringify({ type: "url_verification", challenge: "c1" });
    const asked = await send("/slack", body, { "x-slack-signature": "v0=00" });
    assert.deepEqual([asked.status, asked.text], [200, '{"challenge":"c1"}']);
    const event = await send("/slack", JSON.stringify({ type: "event_callback", event_id: "Ev1" }), {
      "x-slack-signature": "v0=00",
    });
    assert.equal(event.status, 202);
    const { items } = await client.listDeliveries({ query: { deliveryKey: "Ev1" } });
    assert.equal(items.length, 1);
  });

  test("Twilio gets an answer without instructions", async () => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": "x",
      "i-twilio-idempotency-token": "tok_1",
    };
    const { status, text, type } = await send("/sms", "Body=hi", headers);
    assert.deepEqual([status, text, type], [202, "<Response/>", "text/xml"]);
    const { items } = await client.listDeliveries({ query: { deliveryKey: "tok_1" } });
    assert.equal((await ended(items[0]?.id ?? "")).status, "succeeded");
  });

  test("what has lost its route is dead with a reason, and is run after it is back", async () => {
    const { deliveryId } = await accepted({ id: "evt_gone", how: "always" });
    await ended(deliveryId);
    const params = { endpointId, bindingId: receiver.bindingId };
    await client.updateHttpBinding({ params, body: { enabled: false } });
    await deploy(client);
    const body = { environment: "development" as const, deliveryIds: [deliveryId] };
    await client.redeliverDeliveries({ body });
    const dead = await ended(deliveryId);
    assert.deepEqual([dead.status, dead.executionId], ["dead", null]);
    assert.match(dead.reason ?? "", /^NOT_DEPLOYED: /);
    await client.updateHttpBinding({ params, body: { enabled: true } });
    const source = `export default (input: { event: { id: string; [field: string]: unknown } }) => "mended";`;
    await client.updateFunction({ params: { functionId: receiver.functionId }, body: { source } });
    await deploy(client);
    await client.redeliverDeliveries({ body });
    assert.equal((await ended(deliveryId)).status, "succeeded");
  });

  test("nobody else's Project shows it", async () => {
    const { deliveryId } = await accepted({ id: "evt_ours" });
    const other = await platform.signInAsOwner();
    await openProject(other);
    await assert.rejects(other.getDelivery({ params: { deliveryId } }), { code: "NOT_FOUND" });
    const body = { environment: "development" as const, deliveryIds: [deliveryId] };
    assert.equal((await other.redeliverDeliveries({ body })).changed, 0);
    assert.deepEqual((await other.listDeliveries({})).items, []);
  });
});
