import type { WebhookSender } from "@ferrule/contract/webhook-senders.ts";

/** A request whose signature has been verified. */
export interface SignedRequest {
  sender: WebhookSender;
  /** What was signed, the same whenever it is sent again as it was: SHA-256 (hex). */
  replayKey: string;
  /** For how long it would be taken for true again. */
  windowSeconds: number;
  /** The sender's id of the delivery is part of what it signs. */
  isIdSigned: boolean;
}
