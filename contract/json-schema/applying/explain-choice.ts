import { isObject } from "../is-object.ts";
import { mustBeOfType, mustBeOneOf } from "../sentences.ts";
import { equalJson } from "./equal-json.ts";
import { isOfType, typesOf } from "./json-type.ts";
import { fail, inside, type Applied, type Run } from "./run.ts";

type Schema = Record<string, unknown>;

const mostReferences = 10;

/** An alternative after following its reference. */
function resolved(run: Run, given: unknown): Schema {
  let schema = given;
  for (let step = 0; step < mostReferences && isObject(schema) && typeof schema["$ref"] === "string"; step += 1) {
    schema = run.resolve(schema["$ref"]);
  }
  return isObject(schema) ? schema : {};
}

/** The values that a schema names; null when it names none. */
function valuesOf(schema: unknown): unknown[] | null {
  if (!isObject(schema)) return null;
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : null;
}

const admitsType = (schema: Schema, value: unknown) => {
  const types = typesOf(schema);
  if (types !== null) return types.some((type) => isOfType(value, type));
  const values = valuesOf(schema);
  return values === null || values.some((one) => equalJson(one, value));
};

const propertyOf = (schema: Schema, name: string): unknown => {
  const { properties } = schema;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
};

/** The property whose fixed values distinguish all of these alternatives; undefined when there is none. */
function discriminator(alternatives: Schema[]): string | undefined {
  const { properties } = alternatives[0] ?? {};
  return Object.keys(isObject(properties) ? properties : {}).find((name) =>
    alternatives.every((one) => valuesOf(propertyOf(one, name)) !== null),
  );
}

/**
 * Explains why a value fits none of the alternatives. If one alternative is certainly meant, it explains by that one;
 * otherwise by the property that distinguishes them; otherwise by everything that they allow. Returns false.
 */
export function explainChoice({ run, value, place, sink }: Applied<unknown>, alternatives: unknown[]): false {
  if (sink === null) return false;
  const all = alternatives.map((one) => resolved(run, one));
  const ofType = all.filter((one) => admitsType(one, value));
  if (ofType.length === 0) {
    const values = all.map(valuesOf);
    if (values.every((one) => one !== null)) return fail(sink, place, mustBeOneOf(values.flat()));
    const types = all.map(typesOf);
    if (types.every((one) => one !== null)) return fail(sink, place, mustBeOfType(types.flat()));
  }
  let meant = ofType;
  const name = isObject(value) && ofType.length > 1 ? discriminator(ofType) : undefined;
  if (name !== undefined && isObject(value)) {
    const values = (one: Schema) => valuesOf(propertyOf(one, name)) ?? [];
    const at = inside(place, name);
    if (!Object.hasOwn(value, name)) return fail(sink, at, `is required, and ${mustBeOneOf(ofType.flatMap(values))}`);
    meant = ofType.filter((one) => values(one).some((constant) => equalJson(constant, value[name])));
    if (meant.length === 0) return fail(sink, at, mustBeOneOf(ofType.flatMap(values)));
  }
  const [only] = meant;
  if (meant.length === 1 && only !== undefined) {
    const before = sink.length;
    run.apply(run, only, value, place, sink);
    if (sink.length > before) return false;
  }
  return fail(sink, place, `fits none of the ${alternatives.length} alternatives that the schema allows`);
}
