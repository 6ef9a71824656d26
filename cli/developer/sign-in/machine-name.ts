import { hostname } from "node:os";

/**
 * This machine's name in the form that an installation accepts: one line, at most 120 characters, no characters that
 * change the text's direction.
 */
export function machineName(given = hostname()): string {
  const plain = given.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "");
  return plain.trim().slice(0, 120).toWellFormed() || "unnamed machine";
}
