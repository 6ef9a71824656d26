import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { describe, test } from "node:test";
import { signatureRule, type WebhookSender } from "@ferrule/contract/webhook-senders.ts";
import { workedMs } from "../../testing/worked-ms.ts";
import { verifySignature } from "./verify-signature.ts";

interface Vector {
  name: string;
  sender: WebhookSender;
  secret: string;
  headers: Record<string, string>;
  body: string;
  url?: string;
  /** The time of sending, in epoch seconds. */
  at?: number;
  hmac?: object;
  deliveryId?: string;
}

const hex = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");
const base64 = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("base64");

const stripeBody = '{"id":"evt_1","object":"event","type":"charge.succeeded"}';
const shopifyBody = '{"id":820982911946154508,"email":"jon@example.com"}';
const slackBody =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V" +
  "&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=" +
  "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN" +
  "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";

/** Those of GitHub, Slack, Standard Webhooks and Twilio are examples from the senders' own documentation. */
const vectors: Vector[] = [
  {
    name: "GitHub",
    sender: "github",
    secret: "It's a Secret to Everybody",
    headers: {
      "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
      "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    },
    body: "Hello, World!",
    deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  },
  {
    name: "Slack",
    sender: "slack",
    secret: "8f742231b10e8888abcd99yyyzzz85a5",
    headers: {
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    },
    body: slackBody,
    at: 1_531_420_618,
  },
  {
    name: "Standard Webhooks",
    sender: "standard",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    body: '{"test": 2432232314}',
    at: 1_614_265_330,
    deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  },
  {
    name: "Twilio",
    sender: "twilio",
    secret: "12345",
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    },
    body: "Digits=1234&CallSid=CA1234567890ABCDE&To=%2B18005551212&Caller=%2B14158675309&From=%2B14158675309",
    url: "https://mycompany.com/myapp.php?foo=1&bar=2",
  },
  {
    name: "Stripe",
    sender: "stripe",
    secret: "whsec_test_secret",
    headers: { "stripe-signature": `t=1614265330,v0=ab,v1=${hex("whsec_test_secret", `1614265330.${stripeBody}`)}` },
    body: stripeBody,
    at: 1_614_265_330,
  },
  {
    name: "Shopify",
    sender: "shopify",
    secret: "hush",
    headers: { "x-shopify-hmac-sha256": base64("hush", shopifyBody), "x-shopify-webhook-id": "b54557e4" },
    body: shopifyBody,
    deliveryId: "b54557e4",
  },
  {
    name: "another sender",
    sender: "hmac",
    secret: "key",
    headers: { "x-signature": `sha512:${createHmac("sha512", "key").update("body").digest("base64")}` },
    body: "body",
    hmac: { header: "X-Signature", algorithm: "sha512", encoding: "base64", prefix: "sha512:" },
  },
];

const url = "https://ferrule.example.com/http/production/shop/hooks";
const signatureHeader = /signature|hmac/;

function check(vector: Vector, over: Partial<Vector> & { secrets?: string[]; bytes?: Buffer } = {}) {
  const { sender, secret, headers, body, at = 1_614_265_330, hmac, url: called = url } = { ...vector, ...over };
  const rule = signatureRule.parse({ sender, secret: "KEY", ...(hmac === undefined ? {} : { hmac }) });
  const delivery = { headers, body: over.bytes ?? Buffer.from(body), url: called };
  return verifySignature(delivery, rule, over.secrets ?? [secret], at * 1_000);
}
const problemOf = (answer: ReturnType<typeof check>) => ("problem" in answer ? answer.problem : null);

for (const vector of vectors) {
  describe(vector.name, () => {
    const { sender, headers, body, secret, at } = vector;
    const name = Object.keys(headers).find((one) => signatureHeader.test(one)) ?? "";
    test("what the sender has signed is verified", () => {
      const timestamp = at ?? null;
      assert.deepEqual(check(vector), { verified: { sender, deliveryId: vector.deliveryId ?? null, timestamp } });
    });
    test("each altered byte of the body is refused, and so is a byte more or less", () => {
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += 1) {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ 1;
        assert.equal(problemOf(check(vector, { bytes: altered })), "wrong", `byte ${at}`);
      }
      assert.equal(problemOf(check(vector, { bytes: Buffer.concat([bytes, Buffer.from("x")]) })), "wrong");
      assert.equal(problemOf(check(vector, { bytes: bytes.subarray(1) })), "wrong");
    });
    test("each altered character of the signature is refused", () => {
      const signature = headers[name] ?? "";
      for (let at = 0; at < signature.length; at += 1) {
        const other = signature[at] === "a" ? "b" : "a";
        const altered = { ...headers, [name]: signature.slice(0, at) + other + signature.slice(at + 1) };
        const isUnread = sender === "stripe" && at >= 13 && at < 19;
        if (isUnread) continue;
        assert.notEqual(problemOf(check(vector, { headers: altered })), null, `character ${at}`);
      }
    });
    test("each missing, empty or hostile header of the signature is refused", () => {
      for (const one of Object.keys(headers)) {
        if (/^content-type$|delivery|webhook-id$/.test(one) && sender !== "standard") continue;
        const { [one]: _gone, ...rest } = headers;
        assert.equal(problemOf(check(vector, { headers: rest })), one === "content-type" ? "wrong" : "missing", one);
        for (const text of ["", " ", "=", ",,,,", "v1,", "sha256=", "a".repeat(100_000), "\0", `x${headers[one]}`]) {
          assert.notEqual(
            problemOf(check(vector, { headers: { ...headers, [one]: text } })),
            null,
            `${one}: ${text.slice(0, 9)}`,
          );
        }
      }
    });
    test("another secret is refused, an empty one too, and any of several may have signed", () => {
      assert.equal(problemOf(check(vector, { secrets: [`x${secret}`, "", "whsec_"] })), "wrong");
      assert.equal(problemOf(check(vector, { secrets: [] })), "wrong");
      assert.equal(problemOf(check(vector, { secrets: ["new", secret] })), null);
    });
    if (at !== undefined) {
      test("an old one and one from the future are refused", () => {
        assert.equal(problemOf(check(vector, { at: at + 300 })), null);
        assert.equal(problemOf(check(vector, { at: at + 301 })), "old");
        assert.equal(problemOf(check(vector, { at: at - 301 })), "old");
      });
    }
  });
}

test("Standard Webhooks: any of several signatures, and an altered id or time is refused", () => {
  const vector = vectors[2] as Vector;
  const one = vector.headers["webhook-signature"] ?? "";
  const both = { ...vector.headers, "webhook-signature": `v1a,xx v1,AAAA ${one}` };
  assert.equal(problemOf(check(vector, { headers: both })), null);
  for (const name of ["webhook-id", "webhook-timestamp"]) {
    const altered = { ...vector.headers, [name]: name === "webhook-id" ? "msg_other" : "1614265331" };
    assert.equal(problemOf(check(vector, { headers: altered })), "wrong");
  }
});

test("Standard Webhooks: a secret without its prefix is Base64, as senders' packages have it, and one that is none is text", () => {
  const vector = vectors[2] as Vector;
  assert.equal(problemOf(check(vector, { secrets: [vector.secret.slice("whsec_".length)] })), null);
  const secret = "no base64 at all";
  const { "webhook-id": id, "webhook-timestamp": time } = vector.headers;
  const signature = `v1,${base64(secret, `${id}.${time}.${vector.body}`)}`;
  const headers = { ...vector.headers, "webhook-signature": signature };
  assert.equal(problemOf(check(vector, { secrets: [secret], headers })), null);
});

test("Twilio: an address is signed with its port or without", () => {
  const vector = vectors[3] as Vector;
  for (const [called, signed] of [
    ["https://example.com:8443/hook?a=1", "https://example.com/hook?a=1"],
    ["https://example.com:8443/hook?a=1", "https://example.com:8443/hook?a=1"],
    ["https://example.com/hook", "https://example.com:443/hook"],
    ["http://example.com/hook//x", "http://example.com:80/hook//x"],
  ] as const) {
    const signature = createHmac("sha1", "12345").update(signed).digest("base64");
    const sent = { ...vector, headers: { "x-twilio-signature": signature }, body: "", url: called };
    assert.equal(problemOf(check(sent)), null, signed);
  }
});

test("Twilio: another address is refused; a JSON body is verified by its digest in the address", () => {
  const vector = vectors[3] as Vector;
  assert.equal(problemOf(check(vector, { url: "https://mycompany.com/myapp.php?foo=1&bar=3" })), "wrong");
  const body = '{"property": "value", "boolean": true}';
  const digest = createHash("sha256").update(body).digest("hex");
  const called = `https://example.com/hook?bodySHA256=${digest}`;
  const signature = createHmac("sha1", "12345").update(called).digest("base64");
  const headers = { "content-type": "application/json", "x-twilio-signature": signature };
  const sent = { ...vector, headers, url: called };
  assert.equal(problemOf(check(sent, { body })), null);
  assert.equal(problemOf(check(sent, { body: `${body} ` })), "missing");
});

test("Twilio: a form of a million fields is refused at once", () => {
  const vector = vectors[3] as Vector;
  const began = process.threadCpuUsage();
  const body = Array.from({ length: 1_000_000 }, (_, n) => `f${n}=1`).join("&");
  assert.equal(problemOf(check(vector, { body })), "missing");
  assert.ok(workedMs(began) < 5_000);
});

test("a rule names its secret and its scheme", () => {
  for (const wrong of [
    { sender: "hmac", secret: "KEY" },
    { sender: "github", secret: "KEY", hmac: { header: "x" } },
    { sender: "github", secret: [] },
    { sender: "github", secret: "not a name" },
    { sender: "other", secret: "KEY" },
    { sender: "stripe", secret: "KEY", toleranceSeconds: 0 },
    { sender: "hmac", secret: "KEY", hmac: { header: "x y" } },
  ]) {
    assert.equal(signatureRule.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});
