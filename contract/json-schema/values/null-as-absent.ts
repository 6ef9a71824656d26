import type { JsonSchema } from "../../internal/artifact.ts";
import type { Resolve } from "../walking/create-resolver.ts";
import { isObject } from "../is-object.ts";
import { list, mostDepth, rewriteBySchema } from "./rewrite-by-schema.ts";
import { spend } from "../work-meter.ts";

/** The value without nulls that stand for omitted arguments; the same value when there are none. */
export type WithoutNulls = (value: unknown) => unknown;

/** Whether a schema may accept null; true in doubt. */
function mayBeNull(resolve: Resolve, schema: unknown, depth = 0): boolean {
  spend(1);
  if (!isObject(schema)) return schema !== false;
  if (depth > mostDepth) return true;
  const { type, enum: values, anyOf, oneOf, allOf, $ref } = schema;
  if (type !== undefined && !list(Array.isArray(type) ? type : [type]).includes("null")) return false;
  if (Array.isArray(values) && !values.includes(null)) return false;
  if ("const" in schema && schema["const"] !== null) return false;
  const may = (one: unknown) => mayBeNull(resolve, one, depth + 1);
  if (list(anyOf).length > 0 && !list(anyOf).some(may)) return false;
  if (list(oneOf).length > 0 && !list(oneOf).some(may)) return false;
  const target = typeof $ref === "string" ? resolve($ref) : undefined;
  return list(allOf).every(may) && (target === undefined || may(target));
}

/**
 * Makes a function that removes, at any depth, each null of a property that is optional and cannot be null. Models and
 * forms write `"limit": null` for an argument that they do not want to give. Values of maps (`additionalProperties`)
 * are not arguments, and stay.
 */
export const nullAsAbsent = (schema: JsonSchema): WithoutNulls =>
  rewriteBySchema(schema, {
    member: (resolve, schemas, name, member) => {
      const known = schemas.filter(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
      const inner = known.map(({ properties }) => (properties as JsonSchema)[name]);
      if (member !== null || known.length === 0) return inner;
      const isRequired = schemas.some(({ required }) => list(required).includes(name));
      return isRequired || inner.some((one) => mayBeNull(resolve, one)) ? inner : null;
    },
  });
