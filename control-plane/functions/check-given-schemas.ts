import { Ajv2020 } from "ajv/dist/2020.js";
import { validationError, type Issue } from "../http/validation-issues.ts";
import { embeddedSchemas, type SchemaObject } from "./embedded-schemas.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const most = 20;

// Only the meta-schema is ever compiled here; a given schema is data that it is applied to.
const isSchema = new Ajv2020({ strict: false, validateFormats: false, logger: false }).getSchema(dialect);

const pathOf = (field: string, pointer: string) => `body.${field}${pointer.replaceAll("/", ".")}`;

// That some clients hide a tool with anyOf, oneOf or allOf at this place is a warning of the build, not an error.
const inputRoot = "an input is an object, in MCP and in HTTP";

/**
 * What keeps a schema that was given by hand from being one of ours: JSON Schema 2020-12, whole in itself.
 * @param field Where it stands in the body.
 * @param objectBecause Why its root must be `type: object`; null where it need not be.
 */
export function schemaIssues(field: string, schema: SchemaObject, objectBecause: string | null): Issue[] {
  if (schema["$schema"] !== undefined && schema["$schema"] !== dialect) {
    return [{ path: `body.${field}.$schema`, message: `must be ${dialect}, or left out` }];
  }
  if (isSchema === undefined) throw new Error("ajv has no 2020-12 meta-schema");
  if (isSchema(schema) !== true) {
    const error = isSchema.errors?.[0];
    return [{ path: pathOf(field, error?.instancePath ?? ""), message: error?.message ?? "is not a JSON Schema" }];
  }
  const issues: Issue[] = [];
  if (objectBecause !== null && schema["type"] !== "object") {
    issues.push({ path: `body.${field}.type`, message: `must be "object": ${objectBecause}` });
  }
  for (const { pointer, schema: embedded } of embeddedSchemas(schema)) {
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = embedded[keyword];
      if (typeof reference === "string" && !reference.startsWith("#")) {
        const message = "must refer to a place in this schema (#/$defs/…): nothing is fetched";
        issues.push({ path: pathOf(field, `${pointer}/${keyword}`), message });
      }
    }
    if (issues.length >= most) break;
  }
  return issues;
}

/**
 * Holds schemas that were given by hand to what a Function's may be: JSON Schema 2020-12, whole in itself, an
 * input's root an object. What it costs to check calls with it, and its patterns, are looked at by the build.
 * @throws PublicError VALIDATION_ERROR naming each place.
 */
export function checkGivenSchemas(body: {
  inputSchema?: SchemaObject | null | undefined;
  outputSchema?: SchemaObject | null | undefined;
}): void {
  const issues = (["inputSchema", "outputSchema"] as const).flatMap((field) => {
    const schema = body[field];
    return schema ? schemaIssues(field, schema, field === "inputSchema" ? inputRoot : null) : [];
  });
  if (issues.length > 0) throw validationError(issues);
}
