import type { JsonSchema } from "../../internal/artifact.ts";
import type { Resolve } from "../walking/create-resolver.ts";
import { isObject } from "../is-object.ts";
import { type Label, subschemas } from "../walking/subschemas.ts";

/** One step from a schema to a child of the instance: through these alternatives, with this label, to that schema. */
export interface Step {
  label: Label;
  target: JsonSchema;
  /** The chosen alternatives of discriminated unions. Two steps with different choices exclude each other. */
  choices: ReadonlyMap<JsonSchema, number>;
}

/** Thrown when the work has no bound. Its message is a sentence for the author. */
export class Unbounded extends Error {
  override name = "Unbounded";
}

const maxSteps = 2_000;

/**
 * The first property in `properties`, if it is required and has fixed values: a validator stops there if it does not
 * fit.
 */
function discriminatorOf(schema: JsonSchema): { name: string; values: string[] } | null {
  const properties = schema["properties"];
  const name = isObject(properties) ? Object.keys(properties)[0] : undefined;
  if (name === undefined || !isObject(properties)) return null;
  const first = properties[name];
  if (!Array.isArray(schema["required"]) || !schema["required"].includes(name) || !isObject(first)) return null;
  const values = "const" in first ? [first["const"]] : first["enum"];
  return Array.isArray(values) ? { name, values: values.map((one) => JSON.stringify(one)) } : null;
}

/** Whether no instance can fit the first property of two of these alternatives. */
function exclusive(alternatives: JsonSchema[]): boolean {
  const found = alternatives.map(discriminatorOf);
  const names = new Set(found.map((one) => one?.name));
  const values = found.flatMap((one) => one?.values ?? []);
  return found.every((one) => one !== null) && names.size === 1 && new Set(values).size === values.length;
}

/**
 * All steps by which validating an instance against `schema` reaches the instance's children. A schema that returns to
 * itself without descending would never end.
 * @throws Unbounded
 */
export function stepsOf(schema: JsonSchema, resolve: Resolve): Step[] {
  const steps: Step[] = [];
  const inside = new Set<JsonSchema>();
  const visit = (at: JsonSchema, choices: ReadonlyMap<JsonSchema, number>): void => {
    if (inside.has(at)) throw new Unbounded("refers to itself without descending into the value");
    inside.add(at);
    const target = typeof at["$ref"] === "string" ? resolve(at["$ref"]) : undefined;
    if (isObject(target)) visit(target, choices);
    const children = subschemas(at);
    for (const keyword of ["anyOf", "oneOf"]) {
      const alternatives = children.filter((child) => child.keyword === keyword);
      const resolved = alternatives.map(({ schema: one }) => {
        const referred = typeof one["$ref"] === "string" ? resolve(one["$ref"]) : undefined;
        return isObject(referred) ? referred : one;
      });
      const excluding = alternatives.length > 1 && exclusive(resolved);
      for (const child of alternatives) {
        const chosen = excluding ? new Map(choices).set(at, child.alternative ?? 0) : choices;
        visit(child.schema, chosen);
      }
    }
    for (const child of children) {
      if (child.label !== null) steps.push({ label: child.label, target: child.schema, choices });
      else if (child.keyword !== "anyOf" && child.keyword !== "oneOf") visit(child.schema, choices);
      if (steps.length > maxSteps) throw new Unbounded(`applies more than ${maxSteps} subschemas to one value`);
    }
    inside.delete(at);
  };
  visit(schema, new Map());
  return steps;
}
