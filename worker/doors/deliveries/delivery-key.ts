import { parseExactJson, SentNumber } from "@ferrule/contract/json/parse-exact-json.ts";
import { requireDepth } from "@ferrule/kit/json/parse-json.ts";
import { createHash } from "node:crypto";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { followPointer } from "@ferrule/contract/json-schema/walking/json-pointer.ts";
import type { WebhookSender } from "@ferrule/contract/webhook-senders.ts";
import type { DeliveryRule } from "@ferrule/contract/resources/delivery.ts";

/** The key that identifies a delivery on a route. */
export interface DeliveryKey {
  /** The sender's id of the delivery; null: the content identifies it. */
  deliveryKey: string | null;
  fingerprint: string;
  rememberSeconds: number;
}

/** A request whose delivery key we need. */
interface Keyed {
  tenantId: string;
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Set if a signature admitted the request. */
  signed?: { sender: WebhookSender; replayKey: string; windowSeconds: number; isIdSigned: boolean } | undefined;
}

/** Longer than known senders retry; Stripe retries for three days. */
const idRememberSeconds = 7 * 86_400;
const longestId = 200;

/** The header in which each sender names the delivery; all retries have the same id. */
const headerOf: Readonly<Partial<Record<WebhookSender, string>>> = {
  standard: "webhook-id",
  github: "x-github-delivery",
  shopify: "x-shopify-webhook-id",
  twilio: "i-twilio-idempotency-token",
};
const idHeaders = Object.values(headerOf);
/** Senders that name it in the body, by their signature's header. */
const idPointers = [
  { sender: "stripe", header: "stripe-signature", pointer: "/id" },
  { sender: "slack", header: "x-slack-signature", pointer: "/event_id" },
] as const;

function bodyId(body: Buffer, pointer: string): string | null {
  try {
    const text = body.toString("utf8");
    requireDepth(text);
    const { value: root } = parseExactJson(text);
    const found = isObject(root) || Array.isArray(root) ? followPointer(root, `#${encodeURI(pointer)}`) : undefined;
    if (found instanceof SentNumber) return found.text;
    return typeof found === "string" || typeof found === "number" ? String(found) : null;
  } catch {
    return null;
  }
}

function idOf({ idFrom, idName }: DeliveryRule, { headers, body, signed }: Keyed): string | null {
  if (idFrom === "content") return null;
  if (idFrom === "header") return headers[(idName ?? "").toLowerCase()] ?? null;
  if (idFrom === "body") return bodyId(body, idName ?? "");
  // For a known sender, no other header counts, because the sender did not sign it.
  const own = signed === undefined ? idHeaders : idHeaders.filter((name) => name === headerOf[signed.sender]);
  // The signed id: Svix sends Standard Webhooks with its own header names.
  if (own.includes("webhook-id") && headers["webhook-signature"] === undefined && headers["svix-id"] !== undefined)
    return headers["svix-id"];
  const named = own.find((name) => headers[name] !== undefined);
  if (named !== undefined) return headers[named] ?? null;
  const inBody = idPointers.find(({ sender, header }) =>
    signed === undefined ? headers[header] !== undefined : sender === signed.sender,
  );
  return inBody === undefined ? null : bodyId(body, inBody.pointer);
}

const digest = (parts: readonly string[]) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** The key that identifies a request by its route's rule: the sender's id, or else its content within a time. */
export function deliveryKeyOf(rule: DeliveryRule, request: Keyed): DeliveryKey {
  const { tenantId, method, path, query, body, signed } = request;
  const id = idOf(rule, request);
  const isTrue = rule.idFrom === "body" || (rule.idFrom === "sender" && signed?.isIdSigned === true);
  if (signed !== undefined && !isTrue) {
    // An attacker who has seen a signed request could repeat it with another id.
    const fingerprint = digest([tenantId, "signed", signed.replayKey]);
    return { deliveryKey: id?.slice(0, longestId) ?? null, fingerprint, rememberSeconds: signed.windowSeconds };
  }
  if (id !== null && id !== "" && id.length <= longestId) {
    return { deliveryKey: id, fingerprint: digest([tenantId, "id", id]), rememberSeconds: idRememberSeconds };
  }
  const content = createHash("sha256").update(body).digest("hex");
  const fingerprint = digest([tenantId, "content", method, path, query, content]);
  return { deliveryKey: null, fingerprint, rememberSeconds: rule.contentWindowSeconds };
}
