import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { npmRegistryUrl } from "@ferrule/worker/ground/npm-registry-url.ts";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { fencedBlocks } from "../docs/fenced-blocks.ts";
import { startTestPlatform } from "../platform.ts";
import { testedPackages } from "./packages.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "recipes.md"), "utf8");
const secret = "whsec_of_the_tests";

/** The header of https://docs.stripe.com/webhooks#verify-manually. */
function signed(body: string, key: string, at = Math.floor(Date.now() / 1_000)): string {
  return `t=${at},v1=${createHmac("sha256", key).update(`${at}.${body}`).digest("hex")}`;
}

test(
  "the recipe with the package stripe takes what Stripe has signed, and nothing else",
  { timeout: 300_000 },
  async () => {
    const recipe = fencedBlocks(page).find(({ info }) => info === "npm/stripe") ?? assert.fail("it is not there");
    const { version } = testedPackages.find(({ name }) => name === "stripe") ?? assert.fail("it has no version");
    await using platform = await startTestPlatform({ env: { NPM_REGISTRY_URL: npmRegistryUrl(undefined) } });
    const client = await platform.signInAsOwner();
    await openProject(client);
    await client.createLibrary({ body: { kind: "npm", name: "stripe", version } });
    await client.createSecret({ body: { name: "STRIPE_SECRET", environment: "development", value: secret } });
    const permissions = { secrets: ["STRIPE_SECRET"], hosts: [], collections: [], cache: false };
    const { id: functionId } = await client.createFunction({
      body: { slug: "stripe", source: recipe.text, permissions },
    });
    const { id: endpointId, urls } = await createEndpoint(client, "http", "hooks");
    const route = { functionId, method: "POST" as const, path: "/stripe", bodyProperty: "event" };
    await client.createHttpBinding({ params: { endpointId }, body: route });
    const key = await issueKey(client, endpointId);
    await deploy(client);

    const event = {
      id: "evt_1",
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: { amount: 1_200 } },
    };
    const body = JSON.stringify(event);
    const send = async (signature: string, sent = body) => {
      const headers = { "x-api-key": key, "content-type": "application/json", "stripe-signature": signature };
      const answer = await fetch(`${urls.development}/stripe`, { method: "POST", headers, body: sent });
      return [answer.status, await answer.json()] as const;
    };
    assert.deepEqual(await send(signed(body, secret)), [200, { id: "evt_1", amount: 1_200 }]);
    for (const [signature, sent] of [
      [signed(body, "another"), body],
      [signed(body, secret), body.replace("1200", "9200")],
      [signed(body, secret, 1_000), body],
      ["", body],
    ] as const) {
      const [status, { error }] = (await send(signature, sent)) as [number, { error: { code: string } }];
      assert.deepEqual([status, error.code], [401, "NOT_FROM_STRIPE"]);
    }
  },
);
