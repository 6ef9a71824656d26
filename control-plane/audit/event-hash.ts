import { hash } from "node:crypto";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { canonicalJson } from "@ferrule/contract/canonical-json.ts";

/** What the first event is chained to. */
export const firstLink: string = "0".repeat(64);

/**
 * The hash that chains an event to the one before it: SHA-256, in hex, of the previous hash and the canonical JSON (keys
 * sorted, no white space) of the event as the API shows it, without its `hash`. So an NDJSON export of the whole
 * installation can be checked without Ferrule.
 */
export function eventHash(previous: string, event: AuditEvent): string {
  const { hash: _own, ...said } = event;
  return hash("sha256", previous + canonicalJson(said));
}
