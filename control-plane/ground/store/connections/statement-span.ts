import { currentSpan } from "@ferrule/kit/tracing/current-span.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";

const verb = /^\s*(?:with\b[\s\S]*?\b(?=insert|update|delete|select)|)([a-z]+)/i;
const table = /\b(?:from|into|update)\s+"?([a-z_]{1,63})"?/i;

/**
 * The span of a statement, by the semantic conventions for databases; undefined while the running code is not traced.
 * It names the kind of statement and its first table, but not the text, which may hold values.
 */
export function statementSpan(text: string): Span | undefined {
  const span = currentSpan();
  if (span === undefined) return undefined;
  const operation = (verb.exec(text)?.[1] ?? "statement").toUpperCase();
  const collection = table.exec(text)?.[1];
  return span.child(collection === undefined ? operation : `${operation} ${collection}`, "client", {
    "db.system.name": "postgresql",
    "db.operation.name": operation,
    ...(collection === undefined ? {} : { "db.collection.name": collection }),
  });
}

/** Runs a statement as a span of its trace. */
export async function tracedStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  const span = statementSpan(text);
  if (span === undefined) return run();
  try {
    return await run();
  } catch (error) {
    const { code } = error as { code?: unknown };
    span.fail(typeof code === "string" ? code : "failed");
    throw error;
  } finally {
    span.end();
  }
}
