import { hostname } from "node:os";

/** What this machine is called, as an installation takes it: one line, at most 120 characters, nothing that turns the text. */
export function machineName(given = hostname()): string {
  const plain = given.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "");
  return plain.trim().slice(0, 120).toWellFormed() || "unnamed machine";
}
