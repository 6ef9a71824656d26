import type { JsonSchema } from "../../internal/artifact.ts";
import type { SchemaProblem } from "./schema-problem.ts";

export const dialect = "https://json-schema.org/draft/2020-12/schema";
const mostBytes = 256 * 1024;
const deepest = 64;
const mostValues = 20_000;

/**
 * The first reason to refuse a document before we walk through it as a schema: its size, its depth, or another dialect.
 */
export function checkDocument(schema: JsonSchema): SchemaProblem | null {
  const tooComplex = (message: string): SchemaProblem => ({ code: "SCHEMA_TOO_COMPLEX", path: "", message });
  let values = 0;
  const open: [unknown, number][] = [[schema, 1]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [at, depth] = one;
    values += 1;
    if (values > mostValues) return tooComplex(`holds more than ${mostValues} values`);
    if (typeof at !== "object" || at === null) continue;
    if (depth > deepest) return tooComplex(`is nested deeper than ${deepest} levels`);
    for (const child of Object.values(at)) open.push([child, depth + 1]);
  }
  if (JSON.stringify(schema).length > mostBytes) return tooComplex(`is larger than ${mostBytes / 1024} KiB`);
  const { $schema } = schema;
  if ($schema === undefined || $schema === dialect || $schema === `${dialect}#`) return null;
  return { code: "SCHEMA_UNSUPPORTED", path: "/$schema", message: `must be ${dialect}, or left out` };
}
