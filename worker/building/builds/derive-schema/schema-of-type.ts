import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import type { Derivation } from "./derivation.ts";
import { knownTypeSchema } from "./known-types.ts";
import { schemaOfList } from "./schema-of-list.ts";
import { schemaOfObject } from "./schema-of-object.ts";
import { templatePattern } from "./template-pattern.ts";
import { typeIdentity } from "./type-identity.ts";
import { typeParts } from "./type-parts.ts";
import { unite } from "./unite.ts";

function nameOf(type: ts.Type): string {
  const name = type.aliasSymbol?.name ?? type.symbol?.name ?? "";
  return name.startsWith("__") ? "" : name;
}

/** The JSON literal that a unit type stands for. Undefined for any other type. */
function literalOf(type: ts.Type): string | number | undefined {
  return type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined;
}

function schemaOfPart(derivation: Derivation, type: ts.Type, node: ts.Node): JsonSchema {
  const { checker } = derivation;
  const has = (flags: ts.TypeFlags) => (type.flags & flags) !== 0;
  if (has(ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
  if (has(ts.TypeFlags.TemplateLiteral)) {
    const pattern = templatePattern(type as ts.TemplateLiteralType);
    return pattern === null ? { type: "string" } : { type: "string", pattern };
  }
  if (has(ts.TypeFlags.StringLike)) return { type: "string" };
  if (has(ts.TypeFlags.NumberLike)) return { type: "number" };
  if (has(ts.TypeFlags.BigIntLike)) {
    return derivation.unsupported(node, "JSON has no bigint. Use `number`, or `string` for more than 53 bits.");
  }
  if (has(ts.TypeFlags.ESSymbolLike)) return derivation.unsupported(node, "JSON has no symbols. Use a string.");
  if (has(ts.TypeFlags.NonPrimitive)) return { type: "object" };
  const known = knownTypeSchema(derivation, type, node, (inner) => schemaOfType(derivation, inner, node));
  if (known !== null) return known;
  const derive = () =>
    checker.isArrayType(type) || checker.isTupleType(type)
      ? schemaOfList(derivation, type as ts.TypeReference, node, schemaOfType)
      : schemaOfObject(derivation, type, node, schemaOfType);
  return derivation.recursive(`t${typeIdentity(type)}`, nameOf(type), derive);
}

/** The JSON Schema of a type, without `undefined`. Problems are reported at `node`. */
export function schemaOfType(derivation: Derivation, type: ts.Type, node: ts.Node): JsonSchema {
  const { types: parts, nullable } = typeParts(derivation.checker, type);
  const types = derivation.order.ofTypes(parts);
  derivation.count(Math.max(1, types.length));
  const single = types.length === 1 ? types[0] : undefined;
  const derive = () => {
    const literals: (string | number | boolean)[] = [];
    const others: JsonSchema[] = [];
    for (const part of types) {
      const literal = literalOf(part);
      if (literal !== undefined) literals.push(literal);
      else if ((part.flags & ts.TypeFlags.BooleanLiteral) !== 0)
        literals.push(derivation.checker.typeToString(part) === "true");
      else others.push(schemaOfPart(derivation, part, node));
    }
    return unite(literals, others, nullable);
  };
  if (types.length === 0 && !nullable) return { not: {} };
  if (single !== undefined || types.every((part) => part.isLiteral())) return derive();
  const key = types.map(typeIdentity).sort((a, b) => a - b);
  return derivation.recursive(`u${key.join(",")}${nullable ? "n" : ""}`, nameOf(type), derive);
}
