import { sharedNow } from "./shared-time.ts";
import { hash, randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

// We draw random bytes in blocks: drawing 9 at a time would cost more than the rest of a gateway's work.
const block = Buffer.allocUnsafe(4_096 - (4_096 % 9));
let taken = block.length;

function encode(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
      held &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

/**
 * A new identifier: a type prefix, then 48 bits of epoch milliseconds and 72 random bits in Crockford base32.
 * Identifiers of one type therefore sort by creation time to the millisecond: `fn_06c8…` (24 characters after the
 * prefix).
 */
export function identifier(prefix: string, now: number = sharedNow()): string {
  if (taken === block.length) {
    randomFillSync(block);
    taken = 0;
  }
  const bytes = Buffer.allocUnsafe(15);
  bytes.writeUIntBE(now, 0, 6);
  block.copy(bytes, 6, taken, taken + 9);
  taken += 9;
  return `${prefix}_${encode(bytes)}`;
}

/** An identifier that is always the same for these words, and that nobody can find for others: `fn_9k2c…`. */
export function derivedIdentifier(prefix: string, ...words: string[]): string {
  return `${prefix}_${encode(hash("sha256", JSON.stringify(words), "buffer").subarray(0, 15))}`;
}

/** When an identifier was created, in epoch milliseconds; null when `identifier` cannot have created it. */
export function madeAt(id: string): number | null {
  const [, time] = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{14}$/.exec(id) ?? [];
  if (time === undefined) return null;
  let value = 0;
  for (const character of time) value = value * 32 + alphabet.indexOf(character);
  // Ten characters hold 50 bits; the time is the first 48.
  return Math.floor(value / 4);
}
