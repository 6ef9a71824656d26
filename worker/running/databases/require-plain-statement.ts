import type { ConnectionKind } from "@ferrule/contract/resources/connection.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { firstWordOf } from "./first-word-of.ts";

const reading = ["select", "with", "values", "table", "explain", "show", "describe", "desc"];
const changing = ["insert", "update", "delete", "merge", "replace", "call"];
const defining = ["create", "alter", "drop", "truncate", "rename", "comment", "analyze", "refresh", "grant", "revoke"];
const everything = new Set([...reading, ...changing, ...defining]);
const readOnly = new Set(reading);

/** The data definition statements that MySQL runs without committing earlier statements. */
const temporary = /^\s*(?:create|drop)\s+temporary\s+table\b/i;

/**
 * Refuses statements inside a transaction if MySQL and MariaDB would silently commit before them (MySQL reference
 * manual, "Statements That Cause an Implicit Commit"). We promise that a transaction is rolled back as a whole.
 * @throws HostCallError VALIDATION_ERROR
 */
export function requireNoImplicitCommit(text: string): void {
  const word = firstWordOf(text, "mysql");
  if (!defining.includes(word) || temporary.test(text)) return;
  const message = `\`${word}\` is not run inside ctx.sql.begin: MySQL and MariaDB commit what came before it. Run it by ctx.sql, before the transaction or after it.`;
  throw new HostCallError("VALIDATION_ERROR", message);
}

/** Clauses by which MySQL writes or runs something even in a read-only transaction. */
const writesAnyway = /\binto\s+(?:outfile|dumpfile)\b|\/\*M?!/i;

/**
 * Refuses statements that are not about data. For transactions there is `ctx.sql.begin`; settings, locks, COPY and the
 * like would outlast the call or bypass its limits. The protocol accepts one statement at a time, so the first word
 * decides.
 * @throws HostCallError VALIDATION_ERROR
 */
export function requirePlainStatement(text: string, kind: ConnectionKind, isReadOnly: boolean): void {
  const word = firstWordOf(text, kind);
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
