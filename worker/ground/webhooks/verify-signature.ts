import { createHmac, timingSafeEqual } from "node:crypto";
import type { SignatureRule } from "@ferrule/contract/webhook-senders.ts";
import { senders } from "./senders.ts";
import type { Delivery, SignedDelivery } from "./signed-delivery.ts";

/** The content of a verified signature. */
export interface VerifiedSignature {
  sender: SignatureRule["sender"];
  /** Identifies the delivery across retries; null when the sender names none. */
  deliveryId: string | null;
  /** Epoch seconds; null when the sender signs no time. */
  timestamp: number | null;
}

/** Why we refuse a webhook. Only the author's log shows it, never the response to the sender. */
export type SignatureProblem = "missing" | "old" | "wrong";

function isSigned({ algorithm, contents, signatures, keysOf }: SignedDelivery, secrets: readonly string[]): boolean {
  let found = false;
  for (const key of secrets.flatMap(keysOf)) {
    // An empty key would let anybody sign.
    if (key.length === 0) continue;
    for (const parts of contents) {
      const made = createHmac(algorithm, key);
      for (const part of parts) made.update(part);
      const expected = made.digest();
      for (const given of signatures) {
        if (given.length === expected.length && timingSafeEqual(given, expected)) found = true;
      }
    }
  }
  return found;
}

/**
 * Verifies a webhook's signature over its raw body, in constant time, and its age.
 * @param secrets Any of them may have signed; there are several during a rotation
 * @param now Epoch milliseconds
 */
export function verifySignature(
  delivery: Delivery,
  { sender, toleranceSeconds, hmac }: Pick<SignatureRule, "sender" | "toleranceSeconds" | "hmac">,
  secrets: readonly string[],
  now: number,
): { verified: VerifiedSignature } | { problem: SignatureProblem } {
  const signed = senders[sender](delivery, hmac);
  if (signed === null || signed.signatures.length === 0) return { problem: "missing" };
  const { timestamp, deliveryId } = signed;
  if (timestamp !== null && Math.abs(now / 1_000 - timestamp) > toleranceSeconds) return { problem: "old" };
  if (!isSigned(signed, secrets)) return { problem: "wrong" };
  return { verified: { sender, deliveryId, timestamp } };
}
