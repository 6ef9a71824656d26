import { isObject } from "../is-object.ts";
import { linearPattern } from "../patterns/linear-pattern.ts";
import { counted } from "../sentences.ts";
import { spend } from "../work-meter.ts";
import { fail, inside, wantsMore, type Applied } from "./run.ts";

type Members = Record<string, unknown>;

function applyNames({ schema, value, place, sink }: Applied<Members>): boolean {
  const { required, dependentRequired } = schema;
  let fits = true;
  const require = (name: unknown, message: string) => {
    if (typeof name !== "string" || Object.hasOwn(value, name)) return;
    fits = fail(sink, inside(place, name), message);
  };
  if (Array.isArray(required)) {
    spend(required.length);
    for (const name of required) {
      require(name, "is required");
      if (!fits && !wantsMore(sink)) return false;
    }
  }
  for (const [name, others] of Object.entries(isObject(dependentRequired) ? dependentRequired : {})) {
    spend(1);
    if (!Object.hasOwn(value, name) || !Array.isArray(others)) continue;
    spend(others.length);
    for (const other of others) require(other, `is required together with ${name.slice(0, 100)}`);
    if (!fits && !wantsMore(sink)) return false;
  }
  return fits;
}

function applyCounts({ schema, place, sink }: Applied<Members>, count: number): boolean {
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === "number" && count < minProperties) {
    return fail(sink, place, `must have at least ${counted(minProperties, "member")}`);
  }
  if (typeof maxProperties === "number" && count > maxProperties) {
    return fail(sink, place, `must have at most ${counted(maxProperties, "member")}`);
  }
  return true;
}

/** `properties` in their order, then `patternProperties` and `additionalProperties` by the value's own names. */
function applyMembers({ run, schema, value, place, sink, seen }: Applied<Members>, names: string[]): boolean {
  const { additionalProperties } = schema;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const patterns = Object.entries(isObject(schema["patternProperties"]) ? schema["patternProperties"] : {});
  let fits = true;
  const apply = (one: unknown, name: string) => {
    seen?.names.add(name);
    if (!run.apply(run, one, value[name], inside(place, name), sink)) fits = false;
    return fits || wantsMore(sink);
  };
  for (const name of Object.keys(properties)) {
    spend(1);
    if (Object.hasOwn(value, name) && !apply(properties[name], name)) return false;
  }
  if (patterns.length === 0 && additionalProperties === undefined) return fits;
  const tests = patterns.map(([pattern, one]) => [linearPattern(pattern), one] as const);
  for (const name of names) {
    spend(1);
    let isNamed = Object.hasOwn(properties, name);
    for (const [pattern, one] of tests) {
      if (!pattern.test(name)) continue;
      isNamed = true;
      if (!apply(one, name)) return false;
    }
    if (!isNamed && additionalProperties !== undefined && !apply(additionalProperties, name)) return false;
  }
  return fits;
}

function applyPropertyNames({ run, schema, place, sink }: Applied<Members>, names: string[]): boolean {
  const { propertyNames } = schema;
  if (propertyNames === undefined) return true;
  for (const name of names) {
    if (run.apply(run, propertyNames, name, inside(place, name), null)) continue;
    fail(sink, inside(place, name), "has a name that is not allowed here");
    return false;
  }
  return true;
}

/** The keywords for objects. */
export function applyToObject(applied: Applied<Members>): boolean {
  const { value, sink } = applied;
  const names = Object.keys(value);
  spend(names.length);
  let fits = applyNames(applied);
  if (fits || wantsMore(sink)) fits = applyCounts(applied, names.length) && fits;
  if (fits || wantsMore(sink)) fits = applyMembers(applied, names) && fits;
  if (fits || wantsMore(sink)) fits = applyPropertyNames(applied, names) && fits;
  return fits;
}

/** `unevaluatedProperties`, after all other keywords for this value. */
export function applyUnevaluatedProperties({ run, schema, value, place, sink, seen }: Applied<Members>): boolean {
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined || seen === undefined) return true;
  let fits = true;
  for (const name of Object.keys(value)) {
    if (seen.names.has(name)) continue;
    seen.names.add(name);
    if (run.apply(run, unevaluatedProperties, value[name], inside(place, name), sink)) continue;
    fits = false;
    if (!wantsMore(sink)) return false;
  }
  return fits;
}
