import type { ConnectionKind } from "@ferrule/contract/resources/connection.ts";

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

/** The first word of a statement, in small letters. Empty: there is none, or MySQL would run a comment before it. */
export function firstWordOf(text: string, kind: ConnectionKind): string {
  const at = firstWordAt(text, kind);
  return /^[a-z]+/i.exec(text.slice(at, at + 40))?.[0].toLowerCase() ?? "";
}
