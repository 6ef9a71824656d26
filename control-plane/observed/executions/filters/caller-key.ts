import { hash } from "node:crypto";
import type { Caller } from "@ferrule/contract/internal/execution.ts";

const longestId = 128;
/** A text that an index can hold: a long one as its hash. */
export const boundedKey = (id: string): string => (id.length > longestId ? hash("sha256", id) : id);

/** Issuers contain no line break, so two different pairs never give the same text. */
const keyOfSubject = (issuer: string, subject: string) => hash("sha256", `${issuer}\n${subject}`);

/**
 * The key by which lists find a caller, as in the database's `ferrule_caller_key`: the id of an API key, or the hash of
 * issuer and subject. Null for an anonymous call.
 */
export function callerKeyOf({ kind, id, issuer, subject }: Caller): string | null {
  if (kind === "anonymous") return null;
  if (issuer !== undefined && subject !== undefined) return keyOfSubject(issuer, subject);
  return id === null ? null : boundedKey(id);
}

/** The same key for the text of a filter: an id, or an issuer and a subject with a space between. */
export function callerKeyOfText(text: string): string {
  const at = text.indexOf(" ");
  return at < 0 ? boundedKey(text) : keyOfSubject(text.slice(0, at), text.slice(at + 1));
}
