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

/** For a sender whose headers give neither a time nor an id. */
const untold = { timestamp: null, deliveryId: null };
const isBuffer = (value: Buffer | null): value is Buffer => value !== null;
const unprefixed = (text: string | undefined, prefix: string) =>
  text?.startsWith(prefix) === true ? text.slice(prefix.length) : undefined;

/** https://docs.stripe.com/webhooks/signature: `t=…,v1=…`, over `{t}.{body}`. */
const stripe: ReadDelivery = ({ headers, body }) => {
  const parts = (headers["stripe-signature"] ?? "").split(",", mostSignatures).map((part) => part.trim());
  const time = parts.find((part) => part.startsWith("t="))?.slice(2);
  const timestamp = secondsOf(time);
  if (time === undefined || timestamp === null) return null;
  const signatures = parts.map((part) => decodeSignature(unprefixed(part, "v1="), "hex")).filter(isBuffer);
  const contents = [[`${time}.`, body]];
  return { algorithm: "sha256", contents, signatures, keysOf: textKey, timestamp, deliveryId: null };
};

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries: over the body alone. */
const github: ReadDelivery = ({ headers, body }) => {
  const signature = decodeSignature(unprefixed(headers["x-hub-signature-256"], "sha256="), "hex");
  if (signature === null) return null;
  const deliveryId = headers["x-github-delivery"] ?? null;
  const contents = [[body]];
  return { algorithm: "sha256", contents, signatures: [signature], keysOf: textKey, timestamp: null, deliveryId };
};

/** https://docs.slack.dev/authentication/verifying-requests-from-slack: `v0=…`, over `v0:{timestamp}:{body}`. */
const slack: ReadDelivery = ({ headers, body }) => {
  const time = headers["x-slack-request-timestamp"];
  const timestamp = secondsOf(time);
  const signature = decodeSignature(unprefixed(headers["x-slack-signature"], "v0="), "hex");
  if (timestamp === null || signature === null) return null;
  const contents = [[`v0:${time}:`, body]];
  return { algorithm: "sha256", contents, signatures: [signature], keysOf: textKey, timestamp, deliveryId: null };
};

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https: base64, over the body alone. */
const shopify: ReadDelivery = ({ headers, body }) => {
  const signature = decodeSignature(headers["x-shopify-hmac-sha256"], "base64");
  if (signature === null) return null;
  const deliveryId = headers["x-shopify-webhook-id"] ?? null;
  const contents = [[body]];
  return { algorithm: "sha256", contents, signatures: [signature], keysOf: textKey, timestamp: null, deliveryId };
};

const standardPrefix = "whsec_";

/**
 * The key is Base64, after `whsec_` or alone, as the senders' own packages read it. If a secret is not Base64, its text
 * is the key. If it could be both, either key may have signed; nobody can compute either without the secret.
 */
function standardKeys(secret: string): Buffer[] {
  if (secret.startsWith(standardPrefix)) return [Buffer.from(secret.slice(standardPrefix.length), "base64")];
  const decoded = decodeSignature(secret, "base64");
  return decoded === null ? textKey(secret) : [decoded, ...textKey(secret)];
}

/**
 * https://www.standardwebhooks.com: `v1,…` separated by spaces, over `{id}.{timestamp}.{body}`. Svix names the same
 * headers `svix-…`.
 */
const standard: ReadDelivery = ({ headers, body }) => {
  const prefix = headers["webhook-signature"] === undefined ? "svix" : "webhook";
  const id = headers[`${prefix}-id`];
  const time = headers[`${prefix}-timestamp`];
  const timestamp = secondsOf(time);
  if (id === undefined || id === "" || id.includes(".") || timestamp === null) return null;
  const given = (headers[`${prefix}-signature`] ?? "").split(" ", mostSignatures);
  const signatures = given.map((one) => decodeSignature(unprefixed(one, "v1,"), "base64")).filter(isBuffer);
  const contents = [[`${id}.${time}.`, body]];
  return { algorithm: "sha256", contents, signatures, keysOf: standardKeys, timestamp, deliveryId: id };
};

/**
 * The spellings of an address that Twilio may have signed: with its port and without. Twilio's own validator tries
 * both.
 */
function spellingsOf(given: string): string[] {
  const url = new URL(given);
  const usual = url.protocol === "https:" ? "443" : "80";
  const withPort = `//${url.hostname}:${url.port === "" ? usual : url.port}`;
  return [given, ...[withPort, `//${url.hostname}`].map((place) => given.replace(/\/\/[^/?#]*/, () => place))];
}

/** More fields than Twilio sends. We need a limit, because we sort a form before we know that it is genuine. */
const mostFields = 1_000;

/** The fields of a form by name, each value once, as Twilio signs them; null for more fields than Twilio sends. */
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

/**
 * https://www.twilio.com/docs/usage/security: SHA-1 of the address and a form's fields; for any other body, the address
 * contains its digest.
 */
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
  return { algorithm: "sha1", contents, signatures: [signature], keysOf: textKey, timestamp: null, deliveryId };
};

/**
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started: like GitHub, but without an id. WhatsApp and
 * Instagram too.
 */
const meta: ReadDelivery = ({ headers, body }) => {
  const signature = decodeSignature(unprefixed(headers["x-hub-signature-256"], "sha256="), "hex");
  if (signature === null) return null;
  return { algorithm: "sha256", contents: [[body]], signatures: [signature], keysOf: textKey, ...untold };
};

/** https://www.dropbox.com/developers/reference/webhooks: hex, over the body alone. */
const dropbox: ReadDelivery = ({ headers, body }) => {
  const signature = decodeSignature(headers["x-dropbox-signature"], "hex");
  if (signature === null) return null;
  return { algorithm: "sha256", contents: [[body]], signatures: [signature], keysOf: textKey, ...untold };
};

/** https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks: base64 of SHA-1, of the body and the address. */
const trello: ReadDelivery = ({ headers, body, url }) => {
  const signature = decodeSignature(headers["x-trello-webhook"], "base64");
  if (signature === null) return null;
  return { algorithm: "sha1", contents: [[body, url]], signatures: [signature], keysOf: textKey, ...untold };
};

const hmac: ReadDelivery = ({ headers, body }, scheme) => {
  if (scheme === undefined) return null;
  const { algorithm, header, encoding, prefix } = scheme;
  const signature = decodeSignature(unprefixed(headers[header], prefix), encoding);
  if (signature === null) return null;
  const contents = [[body]];
  return { algorithm, contents, signatures: [signature], keysOf: textKey, timestamp: null, deliveryId: null };
};

/** How each sender signs, by its own documentation. */
export const senders: Senders = { stripe, github, slack, shopify, standard, twilio, meta, dropbox, trello, hmac };

/** Whether the signature covers the sender's id of the delivery, either in the signed text or in the body. */
export const isIdSigned = (sender: WebhookSender): boolean =>
  sender === "standard" || sender === "stripe" || sender === "slack";

/** Whether the signature covers the address. */
export const signsAddress = (sender: WebhookSender): boolean => sender === "twilio" || sender === "trello";
