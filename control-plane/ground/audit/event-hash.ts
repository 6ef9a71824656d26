import { hash } from "node:crypto";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";

/** The first event has this in place of a previous hash. */
export const firstLink: string = "0".repeat(64);

/**
 * The hash that chains an event to the one before it. It is the SHA-256, in hex, of the previous hash and the canonical
 * JSON of the event as the API shows it, without `hash` (keys sorted, no white space). So an NDJSON export of the whole
 * installation can be verified without Ferrule.
 */
export function eventHash(previous: string, event: AuditEvent): string {
  const { hash: _own, ...said } = event;
  return hash("sha256", previous + canonicalJson(said));
}
