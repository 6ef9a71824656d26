import type { JsonSchema } from "../../internal/artifact.ts";
import { createResolver, type Resolve } from "../walking/create-resolver.ts";
import { isObject } from "../is-object.ts";
import { linearPattern } from "../patterns/linear-pattern.ts";
import { inTime, list } from "./rewrite-by-schema.ts";
import { spend, TooMuchWork } from "../work-meter.ts";

/**
 * An object without the members that a closed schema does not know. The same object if there are none, or if the schema
 * may be open.
 */
export type WithoutUnknown = (value: unknown) => unknown;

type Given = Record<string, unknown>;

/** If there are more parts than this, the value stays unchanged. */
const mostParts = 1_000;

const matches = (pattern: string, name: string): boolean => {
  try {
    return linearPattern(pattern).test(name);
  } catch {
    return true;
  }
};
const target = (resolve: Resolve, { $ref }: JsonSchema) => (typeof $ref === "string" ? resolve($ref) : undefined);

/** A schema and all others that may apply to the same value, including conditions. @throws TooMuchWork for too many */
function partsOf(resolve: Resolve, schema: JsonSchema): JsonSchema[] {
  const parts = new Set([schema]);
  for (const one of parts) {
    const { anyOf, oneOf, allOf, if: condition, then, else: otherwise, dependentSchemas } = one;
    const choices = [...list(anyOf), ...list(oneOf), ...list(allOf), condition, then, otherwise, target(resolve, one)];
    const dependent = isObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
    spend(1 + choices.length + dependent.length);
    for (const other of [...choices, ...dependent]) if (isObject(other)) parts.add(other);
    if (parts.size > mostParts) throw new TooMuchWork("too many parts");
  }
  return [...parts];
}

const names = ({ properties, patternProperties }: JsonSchema, name: string): boolean =>
  (isObject(properties) && Object.hasOwn(properties, name)) ||
  (isObject(patternProperties) && Object.keys(patternProperties).some((pattern) => matches(pattern, name)));

type Asks = (schema: unknown) => boolean;

/** A question that is asked once about each schema; `during` is the result inside a cycle. */
function once(during: boolean, ask: (schema: JsonSchema) => boolean): Asks {
  const known = new Map<JsonSchema, boolean>();
  return (schema) => {
    if (!isObject(schema)) return schema !== false && during;
    const before = known.get(schema);
    if (before !== undefined) return before;
    spend(1);
    known.set(schema, during);
    const found = ask(schema);
    known.set(schema, found);
    return found;
  };
}

/** Whether a member differs from the schema's constant. A value of another type may still be converted. */
function isOther(resolve: Resolve, schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) return false;
  const asked = target(resolve, schema) ?? schema;
  if (!isObject(asked)) return false;
  const constants = "const" in asked ? [asked["const"]] : list(asked["enum"]);
  spend(constants.length);
  return (
    constants.length > 0 &&
    constants.every((one) => typeof one === typeof value && typeof one !== "object" && one !== value)
  );
}

/** Whether a schema can accept this object without its unknown members; true when in doubt. */
function canApplyTo(resolve: Resolve, given: Given): Asks {
  const canApply: Asks = once(true, (schema) => {
    const { type, required, properties, allOf, anyOf, oneOf } = schema;
    if (type !== undefined && type !== "object" && !list(type).includes("object")) return false;
    if (list(required).some((name) => typeof name === "string" && !Object.hasOwn(given, name))) return false;
    const named = isObject(properties) ? Object.keys(given).filter((name) => Object.hasOwn(properties, name)) : [];
    if (named.some((name) => isOther(resolve, (properties as JsonSchema)[name], given[name]))) return false;
    const isPossible = (choices: unknown) => list(choices).length === 0 || list(choices).some(canApply);
    return isPossible(anyOf) && isPossible(oneOf) && [...list(allOf), target(resolve, schema)].every(canApply);
  });
  return canApply;
}

/** Whether at least one applicable alternative of a schema refuses unnamed members. */
function isClosedFor(resolve: Resolve, root: JsonSchema, given: Given): boolean {
  const canApply = canApplyTo(resolve, given);
  const takesRest = ({ additionalProperties: one, unevaluatedProperties: other }: JsonSchema) =>
    (one !== undefined && one !== false) || (other !== undefined && other !== false);
  const isClosed: Asks = once(false, (schema) => {
    const { additionalProperties, unevaluatedProperties, allOf, anyOf, oneOf, then, dependentSchemas } = schema;
    if (additionalProperties === false) return true;
    if (unevaluatedProperties === false && !partsOf(resolve, schema).some(takesRest)) return true;
    const areClosed = (choices: unknown[]) => {
      const possible = choices.filter(canApply);
      return choices.length > 0 && (possible.length > 0 ? possible : choices).every(isClosed);
    };
    const dependent = isObject(dependentSchemas) ? Object.entries(dependentSchemas) : [];
    const whole = dependent.filter(([name]) => Object.hasOwn(given, name)).map(([, one]) => one);
    return (
      [...list(allOf), ...whole, target(resolve, schema)].some(isClosed) ||
      areClosed(list(anyOf)) ||
      areClosed(list(oneOf)) ||
      ("if" in schema && areClosed([then, schema["else"]]))
    );
  });
  return isClosed(root);
}

/**
 * Makes a function that removes the members of an object that its schema does not name. It does so only at the root,
 * because the content of an argument belongs to the caller. Members stay if any applicable alternative is open. A name
 * that is known anywhere counts as known.
 */
export function withoutUnknown(schema: JsonSchema): WithoutUnknown {
  const resolve = createResolver(schema);
  const read = (value: Given): Given => {
    const parts = partsOf(resolve, schema);
    if (!isClosedFor(resolve, schema, value)) return value;
    const all = Object.keys(value);
    const known = all.filter((name) => {
      spend(parts.length);
      return parts.some((part) => names(part, name));
    });
    return known.length === all.length ? value : Object.fromEntries(known.map((name) => [name, value[name]]));
  };
  return inTime((value: unknown) => (isObject(value) ? read(value) : value));
}
