import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import type { ZodType } from "zod";

/** What a schema of the contract has against a value, in plain words; null when it has nothing. */
export function problemIn(schema: ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value, { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
}
