import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

const secret = "a key that sender and receiver share";
const json = '{"type":"paid","n":1.0}';
const form = "type=paid&Body=hi+there";

describe("the template for webhooks takes each sender's own form of a signature", () => {
  let platform: TestPlatform;
  let client: Client;
  let url: string;
  let key: string;

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    await openProject(client);
    const body = { name: "SENDERS_SECRET", environment: "development" as const, value: secret };
    await client.createSecret({ body });
    const endpoint = await createEndpoint(client, "http", "senders");
    const params = { endpointId: endpoint.id, templateId: "webhook-receiver" };
    for (const sender of ["stripe", "github", "slack", "shopify", "standard", "twilio"]) {
      const parameters = { sender, path: `/${sender}`, secretName: "SENDERS_SECRET" };
      await client.installTemplateOntoEndpoint({ params, body: { parameters } });
    }
    key = await issueKey(client, endpoint.id);
    await deploy(client);
    url = endpoint.urls.development;
  });
  after(() => platform?.stop());

  const mac = (text: string, encoding: "hex" | "base64" = "hex", algorithm = "sha256") =>
    createHmac(algorithm, secret).update(text).digest(encoding);

  /** The headers that a sender adds at this time, in epoch seconds. */
  function headersOf(sender: string, now: number): Record<string, string> {
    const signed: Record<string, () => Record<string, string>> = {
      stripe: () => ({ "stripe-signature": `t=${now},v1=${mac(`${now}.${json}`)}` }),
      github: () => ({ "x-hub-signature-256": `sha256=${mac(json)}`, "x-github-delivery": "d-1" }),
      slack: () => ({
        "x-slack-request-timestamp": String(now),
        "x-slack-signature": `v0=${mac(`v0:${now}:${json}`)}`,
      }),
      shopify: () => ({ "x-shopify-hmac-sha256": mac(json, "base64"), "x-shopify-webhook-id": "d-1" }),
      standard: () => ({
        "webhook-id": "d-1",
        "webhook-timestamp": String(now),
        "webhook-signature": `v1,${mac(`d-1.${now}.${json}`, "base64")}`,
      }),
      twilio: () => ({ "x-twilio-signature": mac(`${url}/twilioBodyhi theretypepaid`, "base64", "sha1") }),
    };
    return signed[sender]?.() ?? {};
  }

  for (const [sender, deliveryId, signsTime] of [
    ["stripe", null, true],
    ["github", "d-1", false],
    ["slack", null, true],
    ["shopify", "d-1", false],
    ["standard", "d-1", true],
    ["twilio", null, false],
  ] as const) {
    test(`${sender}: what is signed is taken; an altered, unsigned or old one is 401`, async () => {
      const isForm = sender === "twilio";
      const now = Math.floor(Date.now() / 1_000);
      const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
      const send = (own: Record<string, string>, body = isForm ? form : json) =>
        fetch(`${url}/${sender}`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": type, ...own },
          body,
        });
      const answer = await send(headersOf(sender, now));
      assert.deepEqual([answer.status, await answer.json()], [202, { received: deliveryId, type: "paid" }]);
      assert.equal((await send(headersOf(sender, now), (isForm ? form : json).replace("paid", "void"))).status, 401);
      assert.equal((await send({})).status, 401);
      if (signsTime) assert.equal((await send(headersOf(sender, now - 400))).status, 401);
    });
  }
});
