import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import type { Derivation } from "./derivation.ts";
import { applyDocTags } from "./doc-tags.ts";

/** How deep to follow aliases of aliases, and types in types. Nobody nests deeper. */
const maxDepth = 16;

interface Place {
  derivation: Derivation;
  depth: number;
  /**
   * Whether it is one of several alternatives. Then its constraints do not apply to the others, but values that it
   * hides are hidden in all.
   */
  masksOnly: boolean;
  /**
   * Whether it is an argument of a generic type. We do not know where it ends up, so if it hides a value, we hide the
   * whole type.
   */
  isArgument: boolean;
}

/** The schema, with the type that the author wrote for `keyword` described at that keyword. */
function inside(place: Place, schema: JsonSchema, keyword: string, written: ts.TypeNode | undefined): JsonSchema {
  const inner = schema[keyword];
  if (!isObject(inner)) return schema;
  return { ...schema, [keyword]: decorate({ ...place, masksOnly: false, isArgument: false }, inner, written) };
}

function tupleTags(place: Place, schema: JsonSchema, members: readonly ts.TypeNode[]): JsonSchema {
  const items = schema["prefixItems"];
  if (!Array.isArray(items)) return schema;
  const told = (items as JsonSchema[]).map((item, index) => {
    const member = members[index];
    const written = member !== undefined && ts.isNamedTupleMember(member) ? member.type : member;
    return decorate({ ...place, masksOnly: false, isArgument: false }, item, written);
  });
  return { ...schema, prefixItems: told };
}

const isNothing = (one: ts.TypeNode) =>
  one.kind === ts.SyntaxKind.UndefinedKeyword ||
  (ts.isLiteralTypeNode(one) && one.literal.kind === ts.SyntaxKind.NullKeyword);

function unionTags(place: Place, schema: JsonSchema, members: readonly ts.TypeNode[]): JsonSchema {
  const some = members.filter((one) => !isNothing(one));
  const masksOnly = place.masksOnly || some.length > 1;
  return some.reduce((told, one) => decorate({ ...place, masksOnly }, told, one), schema);
}

/** For `Customer["iban"]`: the property's tags also apply to its value here. */
function accessTags(place: Place, schema: JsonSchema, written: ts.IndexedAccessTypeNode): JsonSchema {
  const { checker } = place.derivation;
  const index = checker.getTypeAtLocation(written.indexType);
  if (!index.isStringLiteral()) return schema;
  const property = checker.getTypeAtLocation(written.objectType).getProperty(index.value);
  const declaration = property?.declarations?.[0];
  if (property === undefined || declaration === undefined) return schema;
  const type = ts.isPropertySignature(declaration) ? declaration.type : undefined;
  return applyDocTags(place.derivation, decorate(place, schema, type), property, written, place.masksOnly);
}

function referenceTags(
  place: Place,
  schema: JsonSchema,
  written: ts.TypeReferenceNode | ts.ImportTypeNode,
): JsonSchema {
  const { derivation, masksOnly } = place;
  const { checker } = derivation;
  const [first, second] = written.typeArguments ?? [];
  const name = ts.isTypeReferenceNode(written) ? written.typeName : written.qualifier;
  if (name === undefined) return schema;
  const named = checker.getSymbolAtLocation(name);
  const symbol = named && (named.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(named) : named;
  if (["Array", "ReadonlyArray"].includes(symbol?.name ?? "")) return inside(place, schema, "items", first);
  if (symbol?.name === "Record") return inside(place, schema, "additionalProperties", second);
  if (["Promise", "Readonly", "NonNullable", "Awaited"].includes(symbol?.name ?? ""))
    return decorate(place, schema, first);
  const declaration = symbol?.declarations?.[0];
  if (symbol === undefined || declaration === undefined) return schema;
  if (ts.isEnumDeclaration(declaration)) return applyDocTags(derivation, schema, symbol, written, masksOnly);
  const told = (written.typeArguments ?? []).reduce(
    (before, one) => decorate({ ...place, masksOnly: true, isArgument: true }, before, one),
    schema,
  );
  if (place.isArgument && !ts.isTypeParameterDeclaration(declaration))
    return applyDocTags(derivation, told, symbol, written, true);
  // An object's own comment is applied where we make its schema.
  if (!ts.isTypeAliasDeclaration(declaration) || ts.isTypeLiteralNode(declaration.type)) return told;
  return applyDocTags(derivation, decorate(place, told, declaration.type), symbol, written, masksOnly);
}

function decorate(outer: Place, schema: JsonSchema, written: ts.TypeNode | undefined): JsonSchema {
  const place = { ...outer, depth: outer.depth + 1 };
  if (written === undefined || place.depth > maxDepth) return schema;
  if (ts.isParenthesizedTypeNode(written) || ts.isTypeOperatorNode(written) || ts.isOptionalTypeNode(written))
    return decorate(place, schema, written.type);
  if (ts.isArrayTypeNode(written)) return inside(place, schema, "items", written.elementType);
  if (ts.isTupleTypeNode(written)) return tupleTags(place, schema, written.elements);
  if (ts.isIntersectionTypeNode(written))
    return written.types.reduce((told, one) => decorate(place, told, one), schema);
  if (ts.isUnionTypeNode(written)) return unionTags(place, schema, written.types);
  if (ts.isIndexedAccessTypeNode(written)) return accessTags(place, schema, written);
  return ts.isTypeReferenceNode(written) || ts.isImportTypeNode(written)
    ? referenceTags(place, schema, written)
    : schema;
}

/**
 * Adds the doc comments of a type's aliases to its schema. The checker remembers aliases only for objects, and forgets
 * `type Iban = string`. So this follows the type in the source, through lists, records, unions and other aliases.
 */
export function applyAliasTags(
  derivation: Derivation,
  schema: JsonSchema,
  written: ts.TypeNode | undefined,
): JsonSchema {
  return decorate({ derivation, depth: 0, masksOnly: false, isArgument: false }, schema, written);
}
