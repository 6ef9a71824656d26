import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import { branchesOf, type Schema } from "../json-schema.ts";

/** A placeholder for an identifier of that type that exists when the request is sent: `@fn:3`. */
const knownId = (prefix: string): Arbitrary<string> => fc.nat(40).map((at) => `@${prefix}:${at}`);

const text = (schema: Schema): Arbitrary<string> => {
  const [minLength, maxLength] = [schema.minLength ?? 0, Math.min(schema.maxLength ?? 60, 60)];
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, maxLength) });
};

function stringOf(schema: Schema): Arbitrary<string> {
  const prefix = /^\^([a-z]+)_\[/.exec(schema.pattern ?? "")?.[1];
  if (prefix !== undefined) return knownId(prefix);
  if (schema.format === "email") return fc.nat(9_999).map((at) => `fuzz${at}@acme.example`);
  if (schema.format === "uri") return fc.webUrl();
  if (schema.format === "date-time") {
    const [min, max] = [new Date("2000-01-01"), new Date("2099-01-01")];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  }
  return schema.pattern === undefined
    ? text(schema)
    : fc.stringMatching(new RegExp(schema.pattern)).map((one) => one.slice(0, 300));
}

function branch(schema: Schema, depth: number): Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const integer = {
    min: Math.max(schema.minimum ?? -1_000, -1_000_000),
    max: Math.min(schema.maximum ?? 1_000, 1_000_000),
  };
  switch ([schema.type].flat()[0]) {
    case "string":
      return stringOf(schema);
    case "integer":
      return fc.integer(integer);
    case "number":
      return fc.double({ ...integer, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fromSchema(schema.items ?? {}, depth + 1), { maxLength: 3 });
    case "object": {
      if (!schema.properties)
        return depth > 3
          ? fc.constant({})
          : fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
      const fields = Object.entries(schema.properties).map(
        ([name, field]) => [name, fromSchema(field, depth + 1)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

/** Values that a schema mostly accepts: they may violate rules that a schema cannot express (refinements). */
export function fromSchema(schema: Schema, depth = 0): Arbitrary<unknown> {
  // The schema of any JSON refers to itself.
  if (depth > 5) return fc.constantFrom<unknown>(null, 1, "deep", true);
  return fc.oneof(...branchesOf(schema).map((one) => branch(one, depth)));
}
