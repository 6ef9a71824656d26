import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { describe, test } from "node:test";
import type { SignaturePolicy } from "@ferrule/contract/resources/signature-policy.ts";
import { deliveryRule } from "@ferrule/contract/resources/delivery.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState } from "../../testing/deployed.ts";
import { publicUrl, startTestWorker, until } from "../../testing/test-worker.ts";

const key = "a key that sender and receiver share";
const json = '{"id":"evt_1","event_id":"Ev1","type":"paid","n":1.0}';
const form = "Body=hi+there&type=paid";

const open = { type: "object", properties: { event: {} }, required: ["event"] };
const shared = { inputSchema: open, bodyProperty: "event" };
const delivery = deliveryRule.parse({});
const functions = [
  { name: "now", code: "now", route: "POST /now", ...shared },
  { name: "fails", code: "fails", route: "POST /fails", ...shared },
  { name: "sms", code: "sms", route: "POST /sms", ...shared, bodyType: "form" as const },
  {
    name: "closed",
    code: "closed",
    route: "POST /closed",
    inputSchema: { ...open, additionalProperties: false },
    bodyProperty: "event",
  },
  { name: "later", code: "later", route: "POST /later", ...shared, delivery },
];
const mac = (text: string, encoding: "hex" | "base64" = "hex", algorithm = "sha256") =>
  createHmac(algorithm, key).update(text).digest(encoding);

type Sender = SignaturePolicy["sender"];
const hmac = { algorithm: "sha512", header: "X-Signed", encoding: "hex", prefix: "v=" } as const;

/** The headers that a sender adds to this body at this time, in epoch seconds. */
function signedBy(sender: Sender, body: string, now: number, path: string): Record<string, string> {
  const of: Record<Sender, () => Record<string, string>> = {
    stripe: () => ({ "stripe-signature": `t=${now},v1=${mac(`${now}.${body}`)}` }),
    github: () => ({ "x-hub-signature-256": `sha256=${mac(body)}`, "x-github-delivery": "d-1" }),
    slack: () => ({ "x-slack-request-timestamp": String(now), "x-slack-signature": `v0=${mac(`v0:${now}:${body}`)}` }),
    shopify: () => ({ "x-shopify-hmac-sha256": mac(body, "base64"), "x-shopify-webhook-id": "d-1" }),
    standard: () => ({
      "webhook-id": "d-1",
      "webhook-timestamp": String(now),
      "webhook-signature": `v1,${mac(`d-1.${now}.${body}`, "base64")}`,
    }),
    twilio: () => {
      const fields = [...new URLSearchParams(body)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flat()
        .join("");
      const url = `${publicUrl}/http/development/one/api${path}`;
      return { "x-twilio-signature": mac(`${url}${fields}`, "base64", "sha1") };
    },
    meta: () => ({ "x-hub-signature-256": `sha256=${mac(body)}` }),
    dropbox: () => ({ "x-dropbox-signature": mac(body) }),
    trello: () => {
      const url = `${publicUrl}/http/development/one/api${path}`;
      return { "x-trello-webhook": mac(`${body}${url}`, "base64", "sha1") };
    },
    hmac: () => ({ "x-signed": `v=${mac(body, "hex", "sha512")}` }),
  };
  return of[sender]();
}

describe("an endpoint whose callers are the webhooks of one sender", () => {
  const worker = duringTests(() =>
    startTestWorker({
      functions,
      behaviours: {
        now: () => "done",
        sms: () => "done",
        closed: () => "done",
        fails: () => {
          throw new Error("not now");
        },
      },
      getSecret: ({ name }) =>
        isAway ? Promise.reject(new Error("away")) : Promise.resolve(secrets.get(name) ?? null),
    }),
  );
  const secrets = new Map<string, string | null>([
    ["HOOK_KEY", key],
    ["VERIFY_TOKEN", "the token of the question"],
  ]);
  let isAway = false;

  async function policyOf(
    sender: Sender,
    over: Partial<SignaturePolicy> = {},
    more: object = {},
    state: Parameters<typeof endpointState>[1] = {},
  ): Promise<void> {
    const signature = {
      sender,
      secrets: ["HOOK_KEY"],
      toleranceSeconds: 300,
      replayWindowSeconds: 3_600,
      ...(sender === "hmac" ? { hmac } : {}),
      ...(sender === "meta" ? { challengeSecret: "VERIFY_TOKEN" } : {}),
      ...over,
    };
    worker.feed.say(endpointState("http", state, { callerMode: "signature", signature, ...more }));
    await until("the policy is in force", async () => {
      const policy = (await worker.serving.directory.settleOf("ep_http", "development"))?.policy;
      return policy?.callerMode === "signature" && JSON.stringify(policy.signature) === JSON.stringify(signature);
    });
  }
  let n = 0;
  /** A body that nobody has sent before. */
  const fresh = (sender: Sender) => {
    n += 1;
    return sender === "twilio" ? `${form}&n=${n}` : json.replace("1.0", String(n));
  };
  async function send(path: string, body: string | Buffer, own: Record<string, string>) {
    const type = path === "/sms" ? "application/x-www-form-urlencoded" : "application/json";
    const headers = { "x-api-key": undefined, "content-type": type, ...own };
    const answer = await worker.fetch(`/http/development/one/api${path}`, { method: "POST", body, headers });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return `${answer.status}${error === undefined ? "" : ` ${error.code}`}`;
  }
  const now = () => Math.floor(Date.now() / 1_000);

  for (const [sender, signsTime] of [
    ["stripe", true],
    ["github", false],
    ["slack", true],
    ["shopify", false],
    ["standard", true],
    ["twilio", false],
    ["meta", false],
    ["dropbox", false],
    ["trello", false],
    ["hmac", false],
  ] as const) {
    test(`${sender}: what is signed is let in once; each altered byte, old time and replay is refused`, async () => {
      await policyOf(sender);
      const path = sender === "twilio" ? "/sms" : "/now";
      const body = fresh(sender);
      const own = signedBy(sender, body, now(), path);
      const ran = () => worker.calls.length;
      const before = ran();
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += 1) {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ 1;
        assert.equal(await send(path, altered, own), "401 SIGNATURE_INVALID", `byte ${at}`);
      }
      for (const [name, value] of Object.entries(own).filter(([given]) => /sign|hmac|trello/.test(given))) {
        const last = value.at(-2) === "0" ? "1" : "0";
        const altered = `${value.slice(0, -2)}${last}${value.at(-1)}`;
        assert.equal(await send(path, body, { ...own, [name]: altered }), "401 SIGNATURE_INVALID", altered);
      }
      assert.equal(await send(path, body, {}), "401 SIGNATURE_INVALID", "unsigned");
      if (signsTime) {
        for (const at of [now() - 400, now() + 400])
          assert.equal(await send(path, body, signedBy(sender, body, at, path)), "401 SIGNATURE_INVALID");
      }
      assert.equal(ran(), before, "nothing of these has reached the Function");
      assert.equal(await send(path, body, own), "200");
      assert.equal(await send(path, body, own), "409 CONFLICT");
      const renamed = { ...own, "x-github-delivery": "d-2", "x-shopify-webhook-id": "d-2" };
      assert.equal(await send(path, body, renamed), "409 CONFLICT", "another id that is not signed");
      assert.equal(ran(), before + 1);
      const { caller } = worker.records.at(-1) ?? {};
      assert.deepEqual(caller, { kind: "webhook", id: null, name: sender });
    });
  }

  test("of the same one many times at once, one runs", async () => {
    await policyOf("github");
    const body = fresh("github");
    const own = signedBy("github", body, now(), "/now");
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("/now", body, own)));
    assert.equal(answers.filter((answer) => answer === "200").length, 1);
    assert.equal(answers.filter((answer) => answer === "409 CONFLICT").length, 19);
  });

  test("what has failed may come again", async () => {
    await policyOf("github");
    const body = fresh("github");
    const own = signedBy("github", body, now(), "/fails");
    assert.equal(await send("/fails", body, own), "500 INTERNAL");
    await until("it may come again", async () => (await send("/fails", body, own)) === "500 INTERNAL");
  });

  test("an API key opens nothing, and a key that the policy does not grant is no key", async () => {
    await policyOf("github");
    const body = fresh("github");
    const headers = { "x-api-key": "fer_key_of_the_tests_0123456789" };
    assert.equal(await send("/now", body, headers), "401 SIGNATURE_INVALID");
    const permissions = { secrets: [], hosts: [], collections: [], cache: false };
    await policyOf("github", { toleranceSeconds: 60 }, { permissions });
    assert.equal(await send("/now", body, signedBy("github", body, now(), "/now")), "401 SIGNATURE_INVALID");
  });

  test("while a key is rotated both sign; one that is empty or not there signs nothing", async () => {
    secrets.set("EMPTY", "");
    await policyOf("github", { secrets: ["EMPTY", "MISSING", "HOOK_KEY"] });
    const body = fresh("github");
    assert.equal(await send("/now", body, signedBy("github", body, now(), "/now")), "200");
    const empty = createHmac("sha256", "").update(body).digest("hex");
    assert.equal(await send("/now", body, { "x-hub-signature-256": `sha256=${empty}` }), "401 SIGNATURE_INVALID");
  });

  test("while the keys or the control plane are away, the sender is told to try again", async () => {
    await policyOf("github");
    const body = fresh("github");
    const own = signedBy("github", body, now(), "/now");
    isAway = true;
    assert.equal(await send("/now", body, own), "503 UNAVAILABLE");
    isAway = false;
    worker.feed.deliveries.fail(1);
    assert.equal(await send("/now", body, own), "503 UNAVAILABLE");
    assert.equal(await send("/now", body, own), "200");
  });

  test("a body that is too large is refused before it is verified", async () => {
    await policyOf("github");
    assert.equal(
      await send("/now", Buffer.alloc(1_048_577, 32), { "x-hub-signature-256": "sha256=00" }),
      "413 PAYLOAD_TOO_LARGE",
    );
  });

  test("a signed one that is answered at once is stored once, under whatever id it comes again", async () => {
    await policyOf("github");
    const body = fresh("github");
    const own = signedBy("github", body, now(), "/later");
    assert.equal(await send("/later", body, own), "202");
    assert.equal(await send("/later", body, { ...own, "x-github-delivery": "d-2", "webhook-id": "d-3" }), "202");
    const stored = worker.feed.deliveries.stored.filter(({ route }) => route === "POST /later");
    assert.equal(stored.length, 1);
    assert.equal(stored[0]?.deliveryKey, "d-1");
    assert.deepEqual(stored[0]?.caller, { kind: "webhook", id: null, name: "github" });
  });

  test("what cannot be stored is 503, and asked for again meanwhile", async () => {
    await policyOf("stripe");
    const body = fresh("stripe");
    worker.feed.deliveries.fail(2);
    assert.equal(await send("/later", body, signedBy("stripe", body, now(), "/later")), "202");
    worker.feed.deliveries.fail(1_000);
    assert.equal(await send("/later", `${body} `, signedBy("stripe", `${body} `, now(), "/later")), "503 UNAVAILABLE");
    worker.feed.deliveries.fail(0);
  });

  test("Svix names the headers of Standard Webhooks its own way, and its id tells a delivery apart", async () => {
    await policyOf("standard");
    const body = fresh("standard");
    const own = Object.fromEntries(
      Object.entries(signedBy("standard", body, now(), "/later")).map(([name, value]) => [
        name.replace("webhook-", "svix-"),
        value,
      ]),
    );
    assert.equal(await send("/now", body, own), "200");
    const { "svix-signature": signature = "", ...unsigned } = own;
    assert.equal(await send("/now", body, unsigned), "401 SIGNATURE_INVALID");
    assert.equal(await send("/now", `${body} `, own), "401 SIGNATURE_INVALID");
    assert.equal(await send("/now", body, { ...unsigned, "webhook-signature": signature }), "401 SIGNATURE_INVALID");
    const later = fresh("standard");
    const again = signedBy("standard", later, now(), "/later");
    const svix = Object.fromEntries(
      Object.entries(again).map(([name, value]) => [name.replace("webhook-", "svix-"), value]),
    );
    assert.equal(await send("/later", later, svix), "202");
    assert.equal(await send("/later", later, { ...svix, "webhook-id": "d-9" }), "202");
    const stored = worker.feed.deliveries.stored.filter(({ caller }) => caller.name === "standard");
    assert.deepEqual([...new Set(stored.map(({ deliveryKey }) => deliveryKey))], ["d-1"]);
  });

  test("Twilio's digest in the address is no input, and signs a JSON body", async () => {
    await policyOf("twilio");
    const body = fresh("github");
    const digest = createHash("sha256").update(body).digest("hex");
    const path = `/closed?bodySHA256=${digest}`;
    const url = `${publicUrl}/http/development/one/api${path}`;
    const own = { "x-twilio-signature": mac(url, "base64", "sha1") };
    assert.equal(await send(path, body, own), "200");
    assert.equal(await send(path, `${body} `, own), "401 SIGNATURE_INVALID");
  });

  const ask = async (path: string, method = "GET") => {
    const headers = { "x-api-key": undefined };
    const answer = await worker.fetch(`/http/development/one/api${path}`, { method, headers });
    const type = answer.headers.get("content-type")?.split(";")[0] ?? null;
    return [answer.status, type, await answer.text(), answer.headers.get("x-content-type-options")];
  };

  test("Meta's question is answered where its token fits, and runs nothing", async () => {
    await policyOf("meta");
    const token = encodeURIComponent("the token of the question");
    const calls = worker.calls.length;
    const question = `hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`;
    assert.deepEqual(await ask(`/now?${question}`), [200, "text/plain", "1158201444", "nosniff"]);
    for (const wrong of [
      "hub.challenge=1&hub.verify_token=other",
      "hub.challenge=1&hub.verify_token=",
      "hub.challenge=1",
      `${question}&hub.verify_token=${token}`,
    ]) {
      assert.equal((await ask(`/now?${wrong}`))[0], 401, wrong);
    }
    for (const wrong of [
      `hub.verify_token=${token}`,
      `hub.challenge=1&hub.challenge=2&hub.verify_token=${token}`,
      `hub.challenge=%3Cscript%3E%20&hub.verify_token=${token}`,
      `hub.challenge=${"1".repeat(513)}&hub.verify_token=${token}`,
    ]) {
      assert.equal((await ask(`/now?${wrong}`))[0], 400, wrong);
    }
    assert.equal((await ask(`/nowhere?${question}`))[0], 401, "an address of no webhooks asks nothing");
    assert.equal(worker.calls.length, calls);
    secrets.delete("VERIFY_TOKEN");
    assert.equal((await ask(`/now?${question}`))[0], 401, "without the secret no token fits");
    secrets.set("VERIFY_TOKEN", "");
    assert.equal((await ask("/now?hub.challenge=1&hub.verify_token="))[0], 401, "an empty secret fits no token");
    isAway = true;
    assert.equal((await ask(`/now?${question}`))[0], 503);
    isAway = false;
  });

  test("Dropbox asks by GET, Trello by HEAD, and others as their policy declares", async () => {
    await policyOf("dropbox");
    assert.deepEqual(await ask("/now?challenge=a-b_c"), [200, "text/plain", "a-b_c", "nosniff"]);
    assert.equal((await ask("/now", "HEAD"))[0], 401);
    await policyOf("trello");
    assert.deepEqual((await ask("/now", "HEAD")).slice(0, 3), [200, null, ""]);
    assert.equal((await ask("/now?challenge=1"))[0], 401);
    await policyOf("github");
    assert.equal((await ask("/now?challenge=1"))[0], 401, "who asks nothing gets nothing");
    const challenge = { method: "GET", parameter: "hub.challenge", answer: "json" } as const;
    await policyOf("hmac", { challenge });
    assert.deepEqual(await ask("/now?hub.challenge=x1"), [
      200,
      "application/json",
      JSON.stringify({ "hub.challenge": "x1" }),
      "nosniff",
    ]);
  });

  test("questions count against the endpoint's limit, and a disabled endpoint has no answer", async () => {
    await policyOf("dropbox", {}, {}, { limits: { requestsPerMinute: 3, maxBodyBytes: 1_048_576 } });
    const asked = [];
    for (let n = 0; n < 5; n += 1) asked.push((await ask("/now?challenge=1"))[0]);
    assert.deepEqual([asked[0], asked.at(-1)], [200, 429]);
    await policyOf("dropbox", { toleranceSeconds: 60 }, {}, { status: "disabled" });
    assert.equal((await ask("/now?challenge=1"))[0], 403);
  });
});
