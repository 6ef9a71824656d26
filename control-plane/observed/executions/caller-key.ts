import { hash } from "node:crypto";
import type { Caller } from "@ferrule/contract/internal/execution.ts";

const longestId = 128;
const boundedKey = (id: string) => (id.length > longestId ? hash("sha256", id) : id);

/** No subject can be told from another by its length, and no issuer has a line break in it. */
const keyOfSubject = (issuer: string, subject: string) => hash("sha256", `${issuer}\n${subject}`);

/**
 * What a caller is found by, as `ferrule_caller_key` says in the database: the id of a key, or the hash of issuer and
 * subject. Null: nobody in particular.
 */
export function callerKeyOf({ kind, id, issuer, subject }: Caller): string | null {
  if (kind === "anonymous") return null;
  if (issuer !== undefined && subject !== undefined) return keyOfSubject(issuer, subject);
  return id === null ? null : boundedKey(id);
}

/** The same of a filter: an id, or an issuer and a subject with a space between. */
export function callerKeyOfText(text: string): string {
  const at = text.indexOf(" ");
  return at < 0 ? boundedKey(text) : keyOfSubject(text.slice(0, at), text.slice(at + 1));
}
