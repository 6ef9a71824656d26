import type { HmacScheme, WebhookSender } from "@ferrule/contract/webhook-senders.ts";

/** A webhook as its sender sent it. */
export interface Delivery {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** The public address that the sender called, with path and query. */
  url: string;
}

/** The data that a sender claims to have signed, before verification. */
export interface SignedDelivery {
  algorithm: "sha1" | "sha256" | "sha512";
  /** The signed text may be any of these. Each consists of parts in order. */
  contents: readonly (readonly (string | Uint8Array)[])[];
  /** Any of these may be the signature. */
  signatures: readonly Buffer[];
  /** The possible keys for a secret: several if senders write the same secret in two ways. */
  keysOf: (secret: string) => readonly Buffer[];
  /** Epoch seconds; null when the sender signs no time. */
  timestamp: number | null;
  /** Identifies the delivery across retries; null when the sender names none. */
  deliveryId: string | null;
}

/** Reads one sender's headers; null when one is missing or malformed. */
export type ReadDelivery = (delivery: Delivery, hmac: HmacScheme | undefined) => SignedDelivery | null;

/** The most signatures that we check, however many a header contains. */
export const mostSignatures = 10;
export const textKey = (secret: string): Buffer[] => [Buffer.from(secret, "utf8")];

/** The bytes of a signature; null for a malformed text, so that each signature has only one spelling. */
export function decodeSignature(text: string | undefined, encoding: "hex" | "base64"): Buffer | null {
  if (text === undefined || text.length > 256) return null;
  const bytes = Buffer.from(text, encoding);
  const isExact = bytes.toString(encoding) === (encoding === "hex" ? text.toLowerCase() : text);
  return bytes.length > 0 && isExact ? bytes : null;
}

/** Epoch seconds; null for a malformed text. */
export const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null;

export type Senders = Record<WebhookSender, ReadDelivery>;
