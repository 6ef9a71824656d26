import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { checkSchema } from "@ferrule/contract/json-schema/check-schema.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { validationError } from "../http/handler/validation-issues.ts";

// That some clients hide a tool with anyOf, oneOf or allOf at this place is a warning of the build, not an error.
const inputRoot = "an input is an object, in MCP and in HTTP";

const longestName = 100;

/**
 * What keeps a schema that was given by hand from being one of ours (see `checkSchema`), by its places in the body.
 * @param field Where it stands in the body.
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
 * Holds schemas that were given by hand to what a Function's may be.
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
