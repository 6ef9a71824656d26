import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver } from "./create-resolver.ts";
import { isObject } from "./is-object.ts";
import { linearPattern } from "./linear-pattern.ts";
import { schemasTogether } from "./schemas-together.ts";
import { beginWork } from "./work-meter.ts";

/** An object without the members that a closed schema does not know; the same one where it knows all, or is open. */
export type WithoutUnknown = (value: unknown) => unknown;

const timeoutMs = 50;
const matches = (pattern: string, name: string): boolean => {
  try {
    return linearPattern(pattern).test(name);
  } catch {
    return true;
  }
};

/** What leaves out the members of an object that its schema does not name, at its root alone: what is inside of an argument is the caller's. */
export function withoutUnknown(schema: JsonSchema): WithoutUnknown {
  const resolve = createResolver(schema);
  return (value) => {
    if (!isObject(value)) return value;
    beginWork(timeoutMs);
    const schemas = schemasTogether(resolve, [schema]);
    const isClosed = schemas.some(
      ({ additionalProperties, unevaluatedProperties }) =>
        additionalProperties === false || unevaluatedProperties === false,
    );
    if (!isClosed) return value;
    const isKnown = (name: string) =>
      schemas.some(
        ({ properties, patternProperties }) =>
          (isObject(properties) && Object.hasOwn(properties, name)) ||
          (isObject(patternProperties) && Object.keys(patternProperties).some((pattern) => matches(pattern, name))),
      );
    const names = Object.keys(value);
    const known = names.filter(isKnown);
    return known.length === names.length ? value : Object.fromEntries(known.map((name) => [name, value[name]]));
  };
}
