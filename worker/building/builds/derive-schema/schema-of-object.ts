import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import { packageFolder, sourceFolder } from "../program/library-files.ts";
import { isFunctionFile } from "../program/program-factory.ts";
import { applyZodOfProperty } from "./zod/apply-zod.ts";
import type { Derivation } from "./derivation.ts";
import { applyAliasTags } from "./alias-tags.ts";
import { applyDocOf, applyDocTags } from "./doc-tags.ts";
import { templatePattern } from "./template-pattern.ts";
import { isUnwrittenMember } from "./unwritten-members.ts";
import { typeParts } from "./type-parts.ts";

type DeriveType = (derivation: Derivation, type: ts.Type, node: ts.Node) => JsonSchema;

/** JSON writes neither functions nor symbols. */
const isUnwritten = (one: ts.Type) =>
  one.getCallSignatures().length > 0 || (one.flags & ts.TypeFlags.ESSymbolLike) !== 0;

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

const isOwn = ({ fileName }: ts.SourceFile) =>
  isFunctionFile(fileName) || fileName.startsWith(sourceFolder) || fileName.startsWith(packageFolder);

/** Its declarations in the source and its Libraries. A doc comment of `Pick` or `Date` does not describe a contract. */
const ownDeclarations = (symbol: ts.Symbol | undefined) =>
  symbol?.declarations?.filter((one) => isOwn(one.getSourceFile())) ?? [];

/** The type of a property in the source, if it has one. The checker forgets the doc comments of its aliases. */
function writtenType(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  if (declaration === undefined) return undefined;
  const isMember = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration);
  return isMember || ts.isParameter(declaration) ? declaration.type : undefined;
}

function addProperties(
  derivation: Derivation,
  type: ts.Type,
  node: ts.Node,
  schema: JsonSchema,
  derive: DeriveType,
): void {
  const { checker, direction } = derivation;
  const entries: [name: string, schema: JsonSchema, required: boolean][] = [];
  for (const symbol of derivation.order.ofProperties(type)) {
    const name = ts.unescapeLeadingUnderscores(symbol.escapedName);
    const [declaration] = ownDeclarations(symbol);
    const modifiers = declaration === undefined ? 0 : ts.getCombinedModifierFlags(declaration);
    if (/^__[@#]/.test(name) || (modifiers & hidden) !== 0) continue;
    const place = declaration ?? node;
    if (direction === "output" && isUnwrittenMember(derivation, type, symbol, place)) continue;
    const propertyType = checker.getTypeOfSymbolAtLocation(symbol, place);
    const parts = typeParts(checker, propertyType);
    const any = (propertyType.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
    // JSON omits properties that are only `undefined` or `never` and, in a result, functions and symbols.
    if (parts.types.length === 0 && !parts.nullable) continue;
    if (direction === "output" && !parts.nullable && parts.types.every(isUnwritten)) continue;
    if (name === "__proto__") {
      derivation.unsupported(place, "A property cannot be named `__proto__`. Choose another name.");
      continue;
    }
    const own = applyZodOfProperty(derivation, derive(derivation, propertyType, place), declaration);
    const described = applyAliasTags(derivation, own, writtenType(declaration));
    const optional =
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 || parts.optional || (any && direction === "output");
    entries.push([name, applyDocTags(derivation, described, symbol, place), !optional]);
  }
  // Discriminators come first, so that a validator rejects a wrong alternative before it descends into it.
  const leads = ([, one, required]: (typeof entries)[number]) => required && "const" in one;
  const ordered = [...entries.filter(leads), ...entries.filter((one) => !leads(one))];
  if (ordered.length > 0) schema["properties"] = Object.fromEntries(ordered.map(([name, one]) => [name, one]));
  const required = ordered.filter((one) => one[2]).map(([name]) => name);
  if (required.length > 0) schema["required"] = required;
}

function addIndexSignatures(
  derivation: Derivation,
  type: ts.Type,
  node: ts.Node,
  schema: JsonSchema,
  derive: DeriveType,
): void {
  const patterns: Record<string, JsonSchema> = {};
  for (const info of derivation.checker.getIndexInfosOfType(type)) {
    if ((info.keyType.flags & ts.TypeFlags.ESSymbol) !== 0) continue;
    const declaration =
      info.declaration !== undefined && isOwn(info.declaration.getSourceFile()) ? info.declaration : undefined;
    const derived = derive(derivation, info.type, declaration ?? node);
    const named = declaration === undefined ? derived : applyAliasTags(derivation, derived, declaration.type);
    const value = declaration === undefined ? named : applyDocOf(derivation, named, declaration);
    if ((info.keyType.flags & ts.TypeFlags.TemplateLiteral) !== 0) {
      const pattern = templatePattern(info.keyType as ts.TemplateLiteralType);
      if (pattern !== null) patterns[pattern] = value;
    } else if ((info.keyType.flags & ts.TypeFlags.Number) !== 0) {
      patterns["^-?[0-9]+(?:\\.[0-9]+)?$"] = value;
    } else {
      schema["additionalProperties"] = Object.keys(value).length === 0 ? true : value;
    }
  }
  if (Object.keys(patterns).length > 0) schema["patternProperties"] = patterns;
}

/**
 * An object type. Inputs are closed (`additionalProperties: false`), so that a misspelt argument causes an error.
 * Outputs are open, because a later version may return more. `@additionalProperties` on the type overrides this.
 */
export function schemaOfObject(derivation: Derivation, type: ts.Type, node: ts.Node, derive: DeriveType): JsonSchema {
  const symbol =
    type.aliasSymbol !== undefined && ownDeclarations(type.aliasSymbol).length > 0 ? type.aliasSymbol : type.symbol;
  const schema: JsonSchema = { type: "object" };
  addProperties(derivation, type, node, schema, derive);
  addIndexSignatures(derivation, type, node, schema, derive);
  const isEmptyType = Object.keys(schema).length === 1 && !type.isClassOrInterface();
  // `{}`, as in `unknown ?? null`, means anything except null: a string as well as an object.
  if (isEmptyType && ownDeclarations(type.symbol).length === 0) return derivation.direction === "output" ? {} : schema;
  if (derivation.direction === "input") schema["additionalProperties"] ??= false;
  return ownDeclarations(symbol).length > 0 ? applyDocTags(derivation, schema, symbol, node) : schema;
}
