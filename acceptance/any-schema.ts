import * as fc from "fast-check";

const names = fc.constantFrom("a", "b", "ab", "length");
/** ajv ignores a schema of `__proto__`, which we refuse; a value may have such a member. */
const valueNames = fc.oneof(names, fc.constant("__proto__"));
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, -0, 1, 2, 3.5, 10, -7, 1e21),
  fc.constantFrom("", "a", "ab", "b1", "2026-01-31", "😀"),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(valueNames, tie("value"), { maxKeys: 4 }),
  ),
}));

const keywords = (schema: fc.Arbitrary<unknown>) => {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(names, schema, { maxKeys: 3 });
  const count = fc.integer({ min: 0, max: 3 });
  const type = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
  const some = fc.uniqueArray(names, { maxLength: 2 });
  return {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    const: value,
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    minimum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(1, 0.5, 3),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom("^a", "b$", "[0-9]"),
    format: fc.constantFrom("date", "unknown"),
    required: some,
    properties: map,
    patternProperties: fc.dictionary(fc.constantFrom("^a", "b$"), schema, { maxKeys: 2 }),
    additionalProperties: schema,
    propertyNames: schema,
    dependentRequired: fc.dictionary(names, some, { maxKeys: 2 }),
    dependentSchemas: map,
    minProperties: count,
    maxProperties: count,
    items: schema,
    prefixItems: list,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    // eslint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: schema,
    else: schema,
    $ref: fc.constantFrom("#/$defs/one", "#/$defs/two"),
  };
};

/** Keywords that we interpret instead of compiling code for them. */
const interpreted = (schema: fc.Arbitrary<unknown>) => ({
  contains: schema,
  minContains: fc.integer({ min: 0, max: 2 }),
  maxContains: fc.integer({ min: 1, max: 2 }),
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
});

const schemas = (all: (schema: fc.Arbitrary<unknown>) => Record<string, fc.Arbitrary<unknown>>) =>
  fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.boolean(),
      fc.record(all(tie("schema")), { requiredKeys: [] }).map((all) => {
        // Nothing fits a schema with every keyword, so we use three.
        const entries = Object.entries(all);
        const from = JSON.stringify(all).length % Math.max(entries.length, 1);
        return Object.fromEntries([...entries, ...entries].slice(from, from + 3));
      }),
    ),
  })).schema;
const definition = fc.constantFrom<unknown>(
  true,
  { type: "string" },
  { type: "object", required: ["a"] },
  { minimum: 2 },
);
const documents = (schema: fc.Arbitrary<unknown>) =>
  fc.tuple(schema, definition, definition).map(([root, one, two]) => ({ allOf: [root], $defs: { one, two } }));

/** A schema and values, many of which fit it. */
export const anySchema = {
  /** Schemas with keywords for which we compile code. */
  compiled: documents(schemas(keywords)),
  /** Schemas with all keywords. */
  whole: documents(schemas((schema) => ({ ...keywords(schema), ...interpreted(schema) }))),
  values: fc.array(value, { minLength: 1, maxLength: 5 }),
};
