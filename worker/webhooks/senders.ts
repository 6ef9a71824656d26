import { createHash } from "node:crypto";
import type { WebhookSender } from "@ferrule/contract/webhook-senders.ts";
import {
  decodeSignature,
  mostSignatures,
  secondsOf,
  textKey,
  type Delivery,
  type ReadDelivery,
  type Senders,
} from "./signed-delivery.ts";

const isBuffer = (value: Buffer | null): value is Buffer => value !== null;
const unprefixed = (text: string | undefined, prefix: string) =>
  text?.startsWith(prefix) === true ? text.slice(prefix.length) : undefined;

/** https://docs.stripe.com/webhooks/signature: `t=…,v1=…`, of `{t}.{body}`. */
const stripe: ReadDelivery = ({ headers, body }) => {
  const parts = (headers["stripe-signature"] ?? "").split(",", mostSignatures).map((part) => part.trim());
  const time = parts.find((part) => part.startsWith("t="))?.slice(2);
  const timestamp = secondsOf(time);
  if (time === undefined || timestamp === null) return null;
  const signatures = parts.map((part) => decodeSignature(unprefixed(part, "v1="), "hex")).filter(isBuffer);
  const contents = [[`${time}.`, body]];
  return { algorithm: "sha256", contents, signatures, keyOf: textKey, timestamp, deliveryId: null };
};

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries: of the body alone. */
const github: ReadDelivery = ({ headers, body }) => {
  const signature = decodeSignature(unprefixed(headers["x-hub-signature-256"], "sha256="), "hex");
  if (signature === null) return null;
  const deliveryId = headers["x-github-delivery"] ?? null;
  const contents = [[body]];
  return { algorithm: "sha256", contents, signatures: [signature], keyOf: textKey, timestamp: null, deliveryId };
};

/** https://docs.slack.dev/authentication/verifying-requests-from-slack: `v0=…`, of `v0:{timestamp}:{body}`. */
const slack: ReadDelivery = ({ headers, body }) => {
  const time = headers["x-slack-request-timestamp"];
  const timestamp = secondsOf(time);
  const signature = decodeSignature(unprefixed(headers["x-slack-signature"], "v0="), "hex");
  if (timestamp === null || signature === null) return null;
  const contents = [[`v0:${time}:`, body]];
  return { algorithm: "sha256", contents, signatures: [signature], keyOf: textKey, timestamp, deliveryId: null };
};

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https: base64, of the body alone. */
const shopify: ReadDelivery = ({ headers, body }) => {
  const signature = decodeSignature(headers["x-shopify-hmac-sha256"], "base64");
  if (signature === null) return null;
  const deliveryId = headers["x-shopify-webhook-id"] ?? null;
  const contents = [[body]];
  return { algorithm: "sha256", contents, signatures: [signature], keyOf: textKey, timestamp: null, deliveryId };
};

/** The key behind `whsec_…`; any other secret is taken as its own text. */
const standardKey = (secret: string): Buffer =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : textKey(secret);

/** https://www.standardwebhooks.com: `v1,…` separated by spaces, of `{id}.{timestamp}.{body}`. */
const standard: ReadDelivery = ({ headers, body }) => {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  const timestamp = secondsOf(time);
  if (id === undefined || id === "" || id.includes(".") || timestamp === null) return null;
  const given = (headers["webhook-signature"] ?? "").split(" ", mostSignatures);
  const signatures = given.map((one) => decodeSignature(unprefixed(one, "v1,"), "base64")).filter(isBuffer);
  const contents = [[`${id}.${time}.`, body]];
  return { algorithm: "sha256", contents, signatures, keyOf: standardKey, timestamp, deliveryId: id };
};

/** Twilio leaves a scheme's usual port in some addresses and out of others. */
function spellingsOf(given: string): string[] {
  const url = new URL(given);
  const port = url.port === "" ? `:${url.protocol === "https:" ? 443 : 80}` : "";
  if (port === "") return [given];
  return [given, given.replace(`//${url.host}`, () => `//${url.host}${port}`)];
}

/** More than Twilio sends: a form is sorted before anything of it is known to be true. */
const mostFields = 1_000;

/** The fields of a form by name, each value once, as Twilio signs them; null for more than it sends. */
function signedFields(body: Uint8Array): string | null {
  let separators = 0;
  for (let at = body.indexOf(0x26); at >= 0; at = body.indexOf(0x26, at + 1)) {
    separators += 1;
    if (separators >= mostFields) return null;
  }
  const values = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(Buffer.from(body).toString("utf8"))) {
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const names = [...values.keys()].sort();
  return names.flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value)).join("");
}

function isDigestOf({ body, url }: Delivery): boolean {
  const digest = new URL(url).searchParams.get("bodySHA256");
  return digest !== null && createHash("sha256").update(body).digest("hex") === digest.toLowerCase();
}

/** https://www.twilio.com/docs/usage/security: SHA-1 of the address and a form's fields; of any other body its digest in the address. */
const twilio: ReadDelivery = (delivery) => {
  const { headers, body, url } = delivery;
  const signature = decodeSignature(headers["x-twilio-signature"], "base64");
  if (signature === null) return null;
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers["content-type"] ?? "");
  if (!isForm && body.length > 0 && !isDigestOf(delivery)) return null;
  const fields = isForm ? signedFields(body) : "";
  if (fields === null) return null;
  const contents = spellingsOf(url).map((address) => [address, fields]);
  const deliveryId = headers["i-twilio-idempotency-token"] ?? null;
  return { algorithm: "sha1", contents, signatures: [signature], keyOf: textKey, timestamp: null, deliveryId };
};

const hmac: ReadDelivery = ({ headers, body }, scheme) => {
  if (scheme === undefined) return null;
  const { algorithm, header, encoding, prefix } = scheme;
  const signature = decodeSignature(unprefixed(headers[header], prefix), encoding);
  if (signature === null) return null;
  const contents = [[body]];
  return { algorithm, contents, signatures: [signature], keyOf: textKey, timestamp: null, deliveryId: null };
};

/** How each sender signs, by its own documentation. */
export const senders: Senders = { stripe, github, slack, shopify, standard, twilio, hmac };

/** Whether what the sender calls a delivery is part of what it signs: in the signed text, or in the body. */
export const isIdSigned = (sender: WebhookSender): boolean =>
  sender === "standard" || sender === "stripe" || sender === "slack";
