import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { checkSchema } from "@ferrule/contract/json-schema/checking/check-schema.ts";
import type { SchemaProblem } from "@ferrule/contract/json-schema/checking/schema-problem.ts";

interface SchemaDiagnostic {
  code: SchemaProblem["code"];
  severity: "error" | "warning";
  /** A JSON pointer and a predicate: `/properties/a/minimum must be a number`. */
  message: string;
}

const becauseOfMcp = "MCP tools take nothing else";

/**
 * Why we refuse a Function's schema or warn about it: it cannot check calls, or some MCP clients cannot show it.
 */
export function checkFunctionSchema(schema: JsonSchema, direction: "input" | "output"): SchemaDiagnostic[] {
  const problems: SchemaDiagnostic[] = checkSchema(schema, direction === "input" ? becauseOfMcp : null).map(
    ({ code, path, message }) => ({ code, severity: "error", message: `${path || "/"} ${message}` }),
  );
  const alternatives = ["anyOf", "oneOf", "allOf", "if"].filter((keyword) => keyword in schema);
  if (direction === "input" && alternatives.length > 0) {
    const message = `Some MCP clients hide tools with \`${alternatives[0]}\` at the root of their input. Move it into a property if yours do.`;
    problems.push({ code: "SCHEMA_ROOT", severity: "warning", message });
  }
  return problems;
}
