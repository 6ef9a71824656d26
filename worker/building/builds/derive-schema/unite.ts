import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";

const scalarTypes = new Set(["string", "number", "integer", "boolean"]);

function schemaOfLiterals(literals: (string | number | boolean)[], nullable: boolean): JsonSchema {
  const types = [...new Set(literals.map((one) => typeof one)), ...(nullable ? ["null"] : [])];
  const type = types.length === 1 ? types[0] : types;
  if (literals.length === 1 && !nullable) return { type, const: literals[0] };
  return { type, enum: nullable ? [...literals, null] : literals };
}

const onlyType = (schema: JsonSchema) =>
  Object.keys(schema).length === 1 && typeof schema["type"] === "string" && scalarTypes.has(schema["type"]);

/**
 * Combines alternatives into one schema. Literals become `const` or `enum`, plain scalar types a list of types, and
 * `null` joins a scalar. The rest becomes an `anyOf`. If an alternative allows everything, the result is `{}`.
 */
export function unite(given: (string | number | boolean)[], others: JsonSchema[], nullable: boolean): JsonSchema {
  if (others.some((one) => Object.keys(one).length === 0)) return {};
  const literals: (string | number | boolean)[] = given.filter((one) => typeof one !== "boolean");
  const booleans = given.filter((one) => typeof one === "boolean");
  const bothBooleans = booleans.length === 2;
  if (!bothBooleans) literals.push(...booleans);

  const plain = [...others.filter(onlyType).map((one) => one["type"] as string), ...(bothBooleans ? ["boolean"] : [])];
  const rest = others.filter((one) => !onlyType(one));
  const variants: JsonSchema[] = [];
  const nullJoinsPlain = nullable && plain.length > 0;
  const nullJoinsLiterals = nullable && !nullJoinsPlain && literals.length > 0;
  const loneScalar = rest.length === 1 && literals.length === 0 && plain.length === 0 && nullable ? rest[0] : undefined;
  if (loneScalar !== undefined && scalarTypes.has(String(loneScalar["type"]))) {
    return { ...loneScalar, type: [loneScalar["type"], "null"] };
  }
  if (literals.length > 0) variants.push(schemaOfLiterals(literals, nullJoinsLiterals));
  if (plain.length > 0) {
    const types = [...new Set(plain), ...(nullJoinsPlain ? ["null"] : [])];
    variants.push({ type: types.length === 1 ? types[0] : types });
  }
  const seen = new Set<string>();
  for (const one of rest) {
    const text = JSON.stringify(one);
    if (!seen.has(text)) variants.push(one);
    seen.add(text);
  }
  if (nullable && !nullJoinsPlain && !nullJoinsLiterals) variants.push({ type: "null" });
  return variants.length === 1 ? (variants[0] ?? {}) : { anyOf: variants };
}
