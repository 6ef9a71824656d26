import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { schemaIssues } from "../../ground/handler/check-given-schemas.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";

/**
 * Limits what checking a record against a collection's schema may cost (see `checkSchema`).
 * @throws PublicError VALIDATION_ERROR naming each place
 */
export function checkRecordSchema(field: string, schema: JsonSchema): void {
  const issues = schemaIssues(field, schema, "a record's data is an object");
  if (issues.length > 0) throw validationError(issues);
}
