import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { z } from "zod";
import type { Tree, Value } from "./documents.ts";
import { isTree } from "./documents.ts";

const defaults = new WeakMap<z.core.$ZodType, { value: unknown } | null>();

/** The default of a member when it is left out; null when it is required or has no default. */
function defaultOf(schema: z.core.$ZodType): { value: unknown } | null {
  let known = defaults.get(schema);
  if (known === undefined) {
    const { success, data } = z.safeParse(schema, undefined);
    known = success && data !== undefined ? { value: data } : null;
    defaults.set(schema, known);
  }
  return known;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  let at = schema;
  while (
    at instanceof z.ZodDefault ||
    at instanceof z.ZodPrefault ||
    at instanceof z.ZodOptional ||
    at instanceof z.ZodNullable
  )
    at = at.unwrap();
  return at;
}

/**
 * A value without the members that its schema would add again: the form that files hold.
 * @param value a valid value, with its defaults
 */
export function sparse(schema: z.core.$ZodType, value: Value): Value {
  const at = bare(schema);
  if (at instanceof z.ZodUnion) {
    const option = at.options.find((one) => z.safeParse(one, value).success);
    return option === undefined ? value : sparse(option, value);
  }
  if (!isTree(value)) return value;
  if (at instanceof z.ZodRecord) {
    const each = Object.entries(value).map(([name, one]) => [name, sparse(at.valueType, one)]);
    return Object.fromEntries(each) as Tree;
  }
  if (!(at instanceof z.ZodObject)) return value;
  const shape = at.shape as Record<string, z.core.$ZodType>;
  const kept = Object.entries(value).flatMap(([name, one]) => {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (member === undefined) return [[name, one] as const];
    const usual = defaultOf(member);
    return usual !== null && sameJson(usual.value, one) ? [] : [[name, sparse(member, one)] as const];
  });
  return Object.fromEntries(kept);
}
