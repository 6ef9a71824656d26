import { createHash } from "node:crypto";
import type { SignaturePolicy } from "@ferrule/contract/resources/signature-policy.ts";
import { hasSignature } from "@ferrule/contract/webhook-senders.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served-endpoint.ts";
import { shownHeaders } from "../http-api/input/request-headers.ts";
import type { GetSecret } from "../../running/sandbox/host-calls/secrets.ts";
import { isIdSigned, signsAddress } from "../../ground/webhooks/senders.ts";
import { verifySignature, type VerifiedSignature } from "../../ground/webhooks/verify-signature.ts";
import type { Authenticated } from "./credential.ts";
import { refusal, type Exchange, type Refusal } from "./exchange.ts";
import { bodyRefusals, readCallBody, type CallBody } from "./body/read-call-body.ts";
import type { SignedRequest } from "./signed-request.ts";

interface SigningContext {
  getSecret: GetSecret;
  /** The origin of PUBLIC_URL, which some senders sign. */
  ownOrigin: string;
}

function replayKeyOf({ sender, timestamp, deliveryId }: VerifiedSignature, url: string, body: Buffer): string {
  const parts = [sender, timestamp, isIdSigned(sender) ? deliveryId : null, signsAddress(sender) ? url : null];
  const content = createHash("sha256").update(body).digest("hex");
  return createHash("sha256")
    .update(JSON.stringify([...parts, content]))
    .digest("hex");
}

/** The values of the secrets that the policy grants; missing ones are left out. */
export async function secretsOf(
  { projectId, environment, id, policy }: ServedEndpoint,
  names: readonly string[],
  getSecret: GetSecret,
): Promise<string[] | Refusal> {
  const { permissions } = policy;
  const granted = names.filter((name) => permissions === "*" || permissions.secrets.includes(name));
  try {
    const asked = granted.map((name) =>
      getSecret({ projectId, environment, name, functionId: id, deploymentId: null }),
    );
    return (await Promise.all(asked)).filter((value) => value !== null);
  } catch {
    return refusal("UNAVAILABLE", undefined, ["retry-after", "5"]);
  }
}

async function verify(
  exchange: Exchange,
  endpoint: ServedEndpoint,
  rule: SignaturePolicy,
  body: Buffer,
  { getSecret, ownOrigin }: SigningContext,
): Promise<Authenticated | Refusal> {
  const secrets = await secretsOf(endpoint, rule.secrets, getSecret);
  if ("code" in secrets) return secrets;
  const url = `${exchange.site?.origin ?? ownOrigin}${exchange.request.url ?? ""}`;
  const delivery = { headers: shownHeaders(exchange.request.headers, false), body, url };
  const { hmac, ...asked } = rule;
  const scheme = hmac === undefined ? {} : { hmac: { ...hmac, header: hmac.header.toLowerCase() } };
  const checked = verifySignature(delivery, { ...asked, ...scheme }, secrets, exchange.receivedAt);
  if ("problem" in checked) return refusal("SIGNATURE_INVALID");
  const { verified } = checked;
  const { toleranceSeconds, replayWindowSeconds, sender } = rule;
  const signed: SignedRequest = {
    sender,
    replayKey: replayKeyOf(verified, url, body),
    windowSeconds: verified.timestamp === null ? replayWindowSeconds : 2 * toleranceSeconds,
    isIdSigned: isIdSigned(sender),
  };
  return { caller: { kind: "webhook", id: null, name: sender }, tenantId: "default", key: null, token: null, signed };
}

const bodyOf = (exchange: Exchange, endpoint: ServedEndpoint): Promise<CallBody> =>
  new Promise((resolve) => readCallBody(exchange, endpoint, resolve));

/**
 * Admits a request by the signature over its body. It reads the body for this, and keeps it for the call. If the
 * sender's header is missing, it refuses the request without reading the body. It never settles when the client has
 * gone.
 */
export async function authenticateSigned(
  exchange: Exchange,
  endpoint: ServedEndpoint,
  rule: SignaturePolicy,
  context: SigningContext,
): Promise<Authenticated | Refusal> {
  if (!hasSignature(rule, exchange.request.headers)) return refusal("SIGNATURE_INVALID");
  const body = await bodyOf(exchange, endpoint);
  if (body === "no-room") return refusal("OVERLOADED", undefined, ["retry-after", "1"]);
  if (typeof body === "string") return bodyRefusals[body];
  exchange.body = body;
  return verify(exchange, endpoint, rule, body, context);
}
