import { inTurn } from "./in-turn.ts";
import { branchesOf, typesOf, type Schema } from "../json-schema.ts";

/** Every wrong value that is text contains it, so no response may contain it. */
export const marker = "zq7-rejected-value";

const samples: [string, unknown][] = [
  ["string", marker],
  ["number", 4_711.5],
  ["boolean", true],
  ["object", { [marker]: marker }],
  ["array", [marker]],
  ["null", null],
];

function wrongInRange(schema: Schema): unknown[] {
  const values: unknown[] = [];
  if (schema.enum) values.push(marker);
  if (schema.maxLength !== undefined && schema.maxLength < 100_000) values.push(marker + "x".repeat(schema.maxLength));
  if ((schema.minLength ?? 0) > 0) values.push("");
  if (schema.pattern !== undefined || schema.format !== undefined) values.push(` ${marker} `);
  if (schema.minimum !== undefined) values.push(schema.minimum - 1);
  if (schema.maximum !== undefined) values.push(schema.maximum + 1);
  return values;
}

/** Values that a field's schema refuses: other JSON types, and values out of bounds. */
export function wrongValues(field: string, schema: Schema): unknown[] {
  const types = typesOf(schema);
  if (types === null) return [];
  const others = samples.filter(([type]) => !types.has(type)).map(([, value]) => value);
  const wrongTypes = inTurn(field, others);
  const branches = branchesOf(schema);
  return branches.length === 1 ? [...wrongTypes, ...wrongInRange(branches[0] ?? {})] : [...wrongTypes];
}

/** The same as text, for a query parameter. */
export function wrongQueryValues(schema: Schema): string[] {
  const types = typesOf(schema);
  const outOfRange = branchesOf(schema).flatMap(wrongInRange).map(String);
  return types !== null && !types.has("string") ? [...outOfRange, marker, "1e3"] : outOfRange;
}
