import type { HmacScheme, WebhookSender } from "@ferrule/contract/webhook-senders.ts";

/** A webhook as it was sent. */
export interface Delivery {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** As the sender called it: the public address with path and query. */
  url: string;
}

/** What a sender says that it has signed, before anything is verified. */
export interface SignedDelivery {
  algorithm: "sha1" | "sha256" | "sha512";
  /** Any of these texts may be the signed one; each is signed as its parts one after another. */
  contents: readonly (readonly (string | Uint8Array)[])[];
  /** Any of these may be the signature. */
  signatures: readonly Buffer[];
  /** The keys that a secret may stand for: more than one where senders write the same secret in two ways. */
  keysOf: (secret: string) => readonly Buffer[];
  /** Epoch seconds; null where the sender signs no time. */
  timestamp: number | null;
  /** Tells a delivery that is sent again; null where the sender does not say. */
  deliveryId: string | null;
}

/** Reads one sender's headers; null when one is missing or is not of its form. */
export type ReadDelivery = (delivery: Delivery, hmac: HmacScheme | undefined) => SignedDelivery | null;

/** So many signatures are looked at, whatever a header holds. */
export const mostSignatures = 10;
export const textKey = (secret: string): Buffer[] => [Buffer.from(secret, "utf8")];

/** The bytes of a signature; null for a text that is none, so that one signature has one spelling. */
export function decodeSignature(text: string | undefined, encoding: "hex" | "base64"): Buffer | null {
  if (text === undefined || text.length > 256) return null;
  const bytes = Buffer.from(text, encoding);
  const isExact = bytes.toString(encoding) === (encoding === "hex" ? text.toLowerCase() : text);
  return bytes.length > 0 && isExact ? bytes : null;
}

/** Epoch seconds; null for a text that is none. */
export const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null;

export type Senders = Record<WebhookSender, ReadDelivery>;
