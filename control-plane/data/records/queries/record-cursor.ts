import { createHash } from "node:crypto";
import { readTime, time } from "@ferrule/contract/resources/fields.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { Term } from "./order.ts";

/** Identifies the list that a cursor belongs to: its place, conditions and order. */
export const markOf = (list: object): string =>
  createHash("sha256").update(canonicalJson(list)).digest("base64url").slice(0, 16);

/**
 * The sort keys after which the page begins; null for the first page.
 * @throws PublicError VALIDATION_ERROR when the cursor is malformed or belongs to another list
 */
export function decodeRecordCursor(
  cursor: string | null | undefined,
  mark: string,
  terms: readonly Term[],
  place: string,
): string[] | null {
  if (cursor === null || cursor === undefined) return null;
  const invalid = () => validationError([{ path: place, message: "is not a cursor of this query" }]);
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    throw invalid();
  }
  if (!Array.isArray(parts) || parts.length !== terms.length + 1 || parts[0] !== mark) throw invalid();
  const values: unknown[] = parts.slice(1);
  const fits = values.every((value, at) => {
    if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) return false;
    return terms[at]?.kind !== "time" || (time.safeParse(value).success && readTime(value) !== null);
  });
  if (!fits) throw invalid();
  return values as string[];
}

export const encodeRecordCursor = (mark: string, values: readonly string[]): string =>
  Buffer.from(JSON.stringify([mark, ...values])).toString("base64url");
