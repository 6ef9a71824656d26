import type { WebhookSender } from "@ferrule/contract/webhook-senders.ts";

/** A request with a verified signature. */
export interface SignedRequest {
  sender: WebhookSender;
  /** SHA-256 (hex) of the signed data. If somebody sends the same request again, it is the same. */
  replayKey: string;
  /** How long the same signature will still be accepted. */
  windowSeconds: number;
  /** Whether the signature covers the sender's id of the delivery. */
  isIdSigned: boolean;
}
