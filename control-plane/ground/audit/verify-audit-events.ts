import { setImmediate as breathe } from "node:timers/promises";
import type { Handlers } from "../handler/handler.ts";
import { eventHash, firstLink } from "./event-hash.ts";
import { readChain, readSealed, toAuditEvent } from "./queries.ts";

const batchSize = 1_000;

/**
 * Follows the chain from its beginning. It names the first event that somebody altered or moved, or before which one is
 * missing. If the end is missing, it names the next expected sequence. It ignores events that are sealed meanwhile.
 */
export const verifyAuditEvents: Handlers["verifyAuditEvents"] = async ({ read, signal }) => {
  const { head, firstBeyond } = await read(readChain);
  let previous = firstLink;
  let sequence = 0;
  let checked = 0;
  const invalid = (at: number) => ({ valid: false, checked, firstInvalidSequence: at });
  while (!signal.aborted) {
    const after = sequence;
    const rows = await read((scope) => readSealed(scope, after, head.sequence, batchSize));
    for (const row of rows) {
      const hash = eventHash(previous, toAuditEvent(row));
      if (row.hash !== hash) return invalid(row.sequence);
      previous = hash;
      ({ sequence } = row);
      checked += 1;
    }
    if (rows.length < batchSize) break;
    await breathe();
  }
  if (sequence !== head.sequence || previous !== head.hash) return invalid(sequence + 1);
  if (firstBeyond !== null) return invalid(firstBeyond);
  return { valid: true, checked, firstInvalidSequence: null };
};
