import { hash } from "node:crypto";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";

/** The first line of a stack that names a place in the code, as the database's `ferrule_failure_frame` finds it. */
export const frameOf = (stack: string | null | undefined): string | null =>
  /^\s*at ([^\n]+)/m.exec(stack ?? "")?.[1] ?? null;

/** A text as PostgreSQL writes it in JSON: unlike JavaScript, it keeps every character except controls. */
const quoted = (value: string | null) =>
  value === null ? "null" : JSON.stringify(value.toWellFormed().replaceAll("\0", "\uFFFD"));

/**
 * The group of a failure, as the database's `ferrule_failure_group` finds it: the hash of the Function, the code and
 * the place of the throw. Null: it is no failure.
 */
export function errorIdOf({
  status,
  functionId,
  error,
}: Pick<ExecutionRecord, "status" | "functionId" | "error">): string | null {
  if (status !== "failed" && status !== "timed_out") return null;
  const parts = [functionId, error?.code ?? "", frameOf(error?.stack)].map(quoted);
  return hash("md5", `[${parts.join(", ")}]`);
}
