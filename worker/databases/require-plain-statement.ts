import type { ConnectionKind } from "@ferrule/contract/resources/connection.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";

const reading = ["select", "with", "values", "table", "explain", "show", "describe", "desc"];
const changing = ["insert", "update", "delete", "merge", "replace", "call"];
const defining = ["create", "alter", "drop", "truncate", "rename", "comment", "analyze", "refresh", "grant", "revoke"];
const everything = new Set([...reading, ...changing, ...defining]);
const readOnly = new Set(reading);

/** Skips blanks, line comments, block comments (which PostgreSQL nests) and opening brackets before the first word. */
function firstWordAt(text: string, kind: ConnectionKind): number {
  let at = 0;
  for (;;) {
    while (at < text.length && /[\s(]/.test(text[at] ?? "")) at += 1;
    if (text.startsWith("--", at) || (kind === "mysql" && text[at] === "#")) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end + 1;
    } else if (text.startsWith("/*", at)) {
      // MySQL runs the content of such a comment.
      if (kind === "mysql" && /^\/\*M?!/.test(text.slice(at, at + 4))) return text.length;
      at = commentEnd(text, at, kind);
    } else return at;
  }
}

function commentEnd(text: string, from: number, kind: ConnectionKind): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    if (text.startsWith("/*", at) && (depth === 0 || kind === "postgresql")) {
      depth += 1;
      at += 2;
    } else if (text.startsWith("*/", at)) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else at += 1;
  }
  return text.length;
}

/** What MySQL writes or runs even in a read-only transaction. */
const writesAnyway = /\binto\s+(?:outfile|dumpfile)\b|\/\*M?!/i;

/**
 * Refuses what is not a statement about data. Transactions have `ctx.sql.begin`; settings, locks, COPY and the like
 * would outlast the call or bypass its limits. The protocol takes one statement at a time, so the first word decides.
 * @throws HostCallError VALIDATION_ERROR
 */
export function requirePlainStatement(text: string, kind: ConnectionKind, isReadOnly: boolean): void {
  const word =
    /^[a-z]+/i.exec(text.slice(firstWordAt(text, kind), 40 + firstWordAt(text, kind)))?.[0].toLowerCase() ?? "";
  if (!everything.has(word)) {
    const what = word === "" ? "A statement without a first word" : `\`${word}\``;
    const message = `${what} is not run: a Function may read and change data and tables; a transaction is \`ctx.sql.begin\`.`;
    throw new HostCallError("VALIDATION_ERROR", message);
  }
  if (!isReadOnly) return;
  if (!readOnly.has(word) || (kind === "mysql" && writesAnyway.test(text))) {
    throw new HostCallError("VALIDATION_ERROR", `The connection is read-only, so \`${word}\` is not run by it.`);
  }
}
