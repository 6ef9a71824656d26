import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const secret = "a key that sender and receiver share";
const json = '{"id":"evt_1","event_id":"evt_1","type":"paid","n":1.0}';
const form = "type=paid&Body=hi+there";
const environment = "development" as const;

const mac = (text: string, encoding: "hex" | "base64" = "hex", algorithm = "sha256") =>
  createHmac(algorithm, secret).update(text).digest(encoding);

type Headers = Record<string, string>;

/** The headers that each sender adds at this time, in epoch seconds. */
const senders = {
  stripe: (body, now) => ({ "stripe-signature": `t=${now},v1=${mac(`${now}.${body}`)}` }),
  github: (body) => ({ "x-hub-signature-256": `sha256=${mac(body)}`, "x-github-delivery": "evt_1" }),
  slack: (body, now) => ({
    "x-slack-request-timestamp": String(now),
    "x-slack-signature": `v0=${mac(`v0:${now}:${body}`)}`,
  }),
  shopify: (body) => ({ "x-shopify-hmac-sha256": mac(body, "base64"), "x-shopify-webhook-id": "evt_1" }),
  standard: (body, now) => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(now),
    "webhook-signature": `v1,${mac(`evt_1.${now}.${body}`, "base64")}`,
  }),
  twilio: (body, _now, url) => {
    const fields = new URLSearchParams(body);
    fields.sort();
    return {
      "x-twilio-signature": mac(url + [...fields].flat().join(""), "base64", "sha1"),
      "i-twilio-idempotency-token": "evt_1",
      "content-type": "application/x-www-form-urlencoded",
    };
  },
} satisfies Record<string, (body: string, now: number, url: string) => Headers>;
type Sender = keyof typeof senders;
const signsTime = new Set<Sender>(["stripe", "slack", "standard"]);

const count = `
interface Input { event: { type: string; [field: string]: unknown } }
export default async (input: Input) => ({ type: input.event.type, ran: Math.random() });
`;

describe("webhooks whose signature opens the API", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  const urls = new Map<string, string>();
  const endpointIds = new Map<string, string>();

  before(async () => {
    await client.createSecret({ body: { name: "SENDERS_SECRET", environment, value: secret } });
    const note = async (name: string, endpointId: string, path: string) => {
      const endpoint = await client.getRuntimeEndpoint({ params: { endpointId } });
      urls.set(name, endpoint.urls.development + path);
      endpointIds.set(name, endpointId);
    };
    for (const sender of Object.keys(senders)) {
      const parameters = { sender, path: "/hooks", secretName: "SENDERS_SECRET" };
      const { created } = await client.installTemplate({ body: { templateId: "webhook-receiver", parameters } });
      await note(sender, created.find(({ kind }) => kind === "runtime-endpoint")?.id ?? "", "/hooks");
    }
    const { id: endpointId } = await createEndpoint(client, "http", "keyed");
    const functionId = await createFunction(client, "keyed", count);
    const route = { method: "POST" as const, path: "/", bodyProperty: "event", idempotency: "optional" as const };
    await client.createHttpBinding({ params: { endpointId }, body: { functionId, ...route } });
    const signature = { sender: "stripe" as const, secrets: ["SENDERS_SECRET"] };
    const caller = { mode: "signature" as const, signature };
    await client.replaceAuthPolicy({ params: { endpointId }, body: { environment, caller } });
    await note("keyed", endpointId, "/");
    await deploy(client);
  });

  const now = () => Math.floor(Date.now() / 1_000);

  async function send(name: string, headers: Headers, body: string) {
    const url = urls.get(name) ?? "";
    const given = { "content-type": "application/json", ...headers };
    const answer = await fetch(url, { method: "POST", headers: given, body });
    const text = await answer.text();
    const told = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: answer.status, told, replayed: answer.headers.get("idempotency-replayed") };
  }

  for (const sender of Object.keys(senders) as Sender[]) {
    const body = sender === "twilio" ? form : json;
    const signed = (at: number) => senders[sender](body, at, urls.get(sender) ?? "");

    test(`${sender}: what it signs is accepted once, without a key, and runs`, async () => {
      const at = now();
      assert.equal((await send(sender, signed(at), body)).status, 202);
      assert.equal((await send(sender, signed(at), body)).status, 202);
      const query = { endpointId: endpointIds.get(sender) ?? "", environment };
      const ended = await eventually(async () => {
        const { items } = await client.listDeliveries({ query });
        return items.every(({ status }) => status === "succeeded") ? items : undefined;
      }, 20_000);
      assert.deepEqual(
        ended.map(({ attempt, deliveryKey, caller }) => [attempt, deliveryKey, caller.kind, caller.name]),
        [[1, "evt_1", "webhook", sender]],
      );
      const execution = await eventually(
        async () => (await client.listExecutions({ query: { requestId: ended[0]?.requestId ?? "" } })).items[0],
        20_000,
      );
      const { output } = await client.getExecution({ params: { executionId: execution.id } });
      assert.deepEqual(output, { type: "paid" });
    });

    test(`${sender}: what is altered, unsigned or old never reaches a Function, and a key opens nothing`, async () => {
      const refused = async (headers: Headers, sent = body) => {
        const { status, told } = await send(sender, headers, sent);
        assert.deepEqual([status, (told["error"] as { code: string }).code], [401, "SIGNATURE_INVALID"]);
      };
      await refused(signed(now()), body.replace("paid", "void"));
      const key = await issueKey(client, endpointIds.get(sender) ?? "");
      await refused({ "x-api-key": key });
      if (signsTime.has(sender)) await refused(signed(now() - 400));
      const { items } = await client.listDeliveries({ query: { endpointId: endpointIds.get(sender) ?? "" } });
      assert.equal(items.length, 1);
    });
  }

  test("Slack's question whose address it is, is answered at once", async () => {
    const body = '{"type":"url_verification","challenge":"c1"}';
    const { status, told } = await send("slack", senders.slack(body, now()), body);
    assert.deepEqual([status, told], [200, { challenge: "c1" }]);
  });

  test("OpenAPI names the header with the signature", async () => {
    const query = { environment, format: "openapi-json" } as const;
    const params = { endpointId: endpointIds.get("github") ?? "" };
    const document = JSON.stringify(await client.getDiscovery({ params, query }));
    const { security, components } = JSON.parse(document) as {
      security: object[];
      components: { securitySchemes: Record<string, { type: string; in: string; name: string }> };
    };
    assert.deepEqual(security, [{ signature: [] }]);
    const { signature, ...others } = components.securitySchemes;
    assert.deepEqual([signature?.type, signature?.in, signature?.name], ["apiKey", "header", "x-hub-signature-256"]);
    assert.deepEqual(others, {});
  });

  test("with an Idempotency-Key, what is signed anew gets the first answer, and what is replayed gets none", async () => {
    const at = now();
    const keyed = (key: string, time: number, body = json) =>
      send("keyed", { ...senders.stripe(body, time), "idempotency-key": key }, body);
    const first = await keyed("one", at);
    assert.deepEqual([first.status, first.replayed], [200, null]);
    const again = await keyed("one", at - 1);
    assert.deepEqual([again.status, again.replayed, again.told], [200, "true", first.told]);
    assert.equal((await keyed("one", at)).status, 409, "the same signed request");
    assert.equal((await keyed("two", at)).status, 409, "and under another key, which nobody has signed");
    assert.equal((await keyed("one", at, json.replace("paid", "void"))).status, 422, "another body under the key");
    const fresh = await keyed("two", at - 2);
    assert.deepEqual([fresh.status, fresh.replayed], [200, null]);
    assert.notDeepEqual(fresh.told, first.told);
    assert.equal((await send("keyed", { "idempotency-key": "one" }, json)).status, 401, "the key alone opens nothing");
  });
});
