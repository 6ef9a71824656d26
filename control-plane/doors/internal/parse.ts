import type { z, ZodType } from "zod";
import { validationError, validationIssues } from "../../ground/handler/validation-issues.ts";

/**
 * Parses one part of a worker's request by its message's schema.
 * @throws PublicError VALIDATION_ERROR naming every problem.
 */
export function parse<S extends ZodType>(schema: S, value: unknown, part: "body" | "query" | "params"): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw validationError(validationIssues(result.error, part));
  return result.data;
}
