import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import type { ZodType } from "zod";

/** The problem of a value by a schema of the contract, in plain words; null when there is none. */
export function problemIn(schema: ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value, { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
}
