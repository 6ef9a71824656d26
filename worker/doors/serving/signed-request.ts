import type { WebhookSender } from "@ferrule/contract/webhook-senders.ts";

/** A request whose signature has been verified. */
export interface SignedRequest {
  sender: WebhookSender;
  /** SHA-256 (hex) of the signed data. It is the same when somebody sends the same request again. */
  replayKey: string;
  /** For how long the same signature would still be accepted. */
  windowSeconds: number;
  /** Whether the signature covers the sender's id of the delivery. */
  isIdSigned: boolean;
}
