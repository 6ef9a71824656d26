import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** This takes about a millisecond. */
const turnBytes = 1_048_576;

/** SHA-256 (hex) of these bytes, one after another. Other work gets a turn after each MiB. */
export async function digestInTurns(...pieces: readonly Uint8Array[]): Promise<string> {
  const hash = createHash("sha256");
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += turnBytes) {
      if (at > 0) await setImmediate();
      hash.update(piece.subarray(at, at + turnBytes));
    }
  return hash.digest("hex");
}
