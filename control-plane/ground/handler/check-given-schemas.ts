import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { checkSchema } from "@ferrule/contract/json-schema/checking/check-schema.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { validationError } from "./validation-issues.ts";

// Some clients hide a tool that has anyOf, oneOf or allOf here. That is no error here: the build warns about it.
const inputRoot = "an input is an object, in MCP and in HTTP";

const longestName = 100;

/**
 * The problems of a schema written by hand (see `checkSchema`), by place in the body.
 * @param field The schema's path in the body.
 * @param objectBecause Why its root must be `type: object`; null where it need not be.
 */
export function schemaIssues(field: string, schema: JsonSchema, objectBecause: string | null): Issue[] {
  return checkSchema(schema, objectBecause).map(({ path, message }) => {
    const names = path
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~").slice(0, longestName));
    return { path: ["body", field, ...names].join("."), message };
  });
}

/**
 * Checks schemas written by hand against the rules for a Function's schemas.
 * @throws PublicError VALIDATION_ERROR naming each place.
 */
export function checkGivenSchemas(body: {
  inputSchema?: JsonSchema | null | undefined;
  outputSchema?: JsonSchema | null | undefined;
}): void {
  const issues = (["inputSchema", "outputSchema"] as const).flatMap((field) => {
    const schema = body[field];
    return schema ? schemaIssues(field, schema, field === "inputSchema" ? inputRoot : null) : [];
  });
  if (issues.length > 0) throw validationError(issues);
}
