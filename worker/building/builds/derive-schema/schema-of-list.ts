import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import type { Derivation } from "./derivation.ts";
import { applyDocOf } from "./doc-tags.ts";
import { typeParts } from "./type-parts.ts";
import { unite } from "./unite.ts";

type DeriveType = (derivation: Derivation, type: ts.Type, node: ts.Node) => JsonSchema;

/** An array, or a tuple as `prefixItems`. In an output array JSON writes `undefined` as null. */
export function schemaOfList(
  derivation: Derivation,
  type: ts.TypeReference,
  node: ts.Node,
  derive: DeriveType,
): JsonSchema {
  const { checker } = derivation;
  const element = (one: ts.Type): JsonSchema => {
    const schema = derive(derivation, one, node);
    const { optional, nullable, types } = typeParts(checker, one);
    if (!optional || nullable || derivation.direction === "input") return schema;
    return types.length === 0 ? { type: "null" } : unite([], [schema], true);
  };
  const elements = checker.getTypeArguments(type);
  if (!checker.isTupleType(type)) {
    const [only] = elements;
    const items = only === undefined ? {} : element(only);
    return Object.keys(items).length === 0 ? { type: "array" } : { type: "array", items };
  }
  const flags = (type.target as ts.TupleType).elementFlags;
  const isRest = (index: number) => ((flags[index] ?? 0) & ts.ElementFlags.Variable) !== 0;
  const firstRest = elements.findIndex((_, index) => isRest(index));
  const fixed = firstRest === -1 ? elements : elements.slice(0, firstRest);
  const required = flags.filter((flag) => (flag & ts.ElementFlags.Required) !== 0).length;
  const schema: JsonSchema = { type: "array" };
  const labels = (type.target as ts.TupleType).labeledElementDeclarations;
  const labelled = (one: ts.Type, index: number) => {
    const label = labels?.[index];
    return label === undefined ? element(one) : applyDocOf(derivation, element(one), label);
  };
  if (fixed.length > 0) schema["prefixItems"] = fixed.map(labelled);
  if (firstRest === -1) {
    schema["items"] = false;
    if (required > 0) schema["minItems"] = required;
    schema["maxItems"] = fixed.length;
    return schema;
  }
  // Elements after a rest element have no fixed place: each may be any from the rest element on.
  const rest = unite([], elements.slice(firstRest).map(element), false);
  if (Object.keys(rest).length > 0) schema["items"] = rest;
  if (required > 0) schema["minItems"] = required;
  return schema;
}
