import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import { isFunctionFile } from "../program/program-factory.ts";
import type { Derivation } from "./derivation.ts";
import { isIterator } from "./is-iterator.ts";
import { typeIdentity } from "./type-identity.ts";

const wrappers: Record<string, JsonSchema> = {
  String: { type: "string" },
  Number: { type: "number" },
  Boolean: { type: "boolean" },
  Object: {},
};

const sendInstead: Record<string, string> = {
  Date: "Declare it as `string` with `@format date-time` in its doc comment, and call `new Date(…)` in the handler.",
  URL: "Declare it as `string` with `@format uri` in its doc comment, and call `new URL(…)` in the handler.",
  Map: "Declare it as `Record<string, …>`.",
  Set: "Declare it as an array, with `@uniqueItems` in its doc comment.",
  Uint8Array: "Declare it as `string` that carries Base64.",
  ArrayBuffer: "Declare it as `string` that carries Base64.",
};
const returnInstead: Record<string, string> = {
  Map: "Return `Object.fromEntries(map)`.",
  Set: "Return `[...set]`.",
  Promise: "`await` it first.",
  Uint8Array: "Return `bytes.toBase64()`.",
  Error: "Throw a `FunctionError`, or return its message.",
  Response: "Return `await response.json()`.",
};

/** A class or global of the language or the sandbox: declared outside the source, with a value of the same name. */
function isForeignClass(symbol: ts.Symbol | undefined): boolean {
  const declarations = symbol?.declarations ?? [];
  return (
    symbol !== undefined &&
    (symbol.flags & ts.SymbolFlags.Value) !== 0 &&
    (symbol.flags & ts.SymbolFlags.TypeLiteral) === 0 &&
    declarations.length > 0 &&
    declarations.every((node) => !isFunctionFile(node.getSourceFile().fileName)) &&
    declarations.some((node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
  );
}

const isFunction = (type: ts.Type) => type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;

/**
 * The schema of a type that is not plain data: functions, and classes such as Date, Map or Response. An output has the
 * shape of `toJSON`'s result. Without `toJSON`, JSON writes `{}`, and a warning says what to return instead. An input
 * cannot carry such values. Null for every other type.
 */
export function knownTypeSchema(
  derivation: Derivation,
  type: ts.Type,
  node: ts.Node,
  derive: (type: ts.Type) => JsonSchema,
): JsonSchema | null {
  const { checker, direction } = derivation;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return null;
  if (isFunction(type))
    return derivation.unsupported(
      node,
      "JSON carries no functions. Leave it out.",
      direction === "input" ? "error" : "warning",
    );
  const name = type.symbol?.name ?? "";
  const foreign = isForeignClass(type.symbol);
  if (foreign && name in wrappers) return { ...wrappers[name] };
  if (direction === "output") {
    if (foreign && name === "Date") return { type: "string", format: "date-time" };
    const toJson = type.getProperty("toJSON");
    const signature = toJson && checker.getTypeOfSymbolAtLocation(toJson, node).getCallSignatures()[0];
    if (signature !== undefined) {
      return derivation.recursive(`j${typeIdentity(type)}`, name, () => derive(signature.getReturnType()));
    }
  }
  if (!foreign && !isIterator(type)) return null;
  const fix =
    (direction === "input" ? sendInstead[name] : returnInstead[name]) ??
    (isIterator(type) ? "Use an array." : undefined) ??
    "Use plain objects, arrays, strings, numbers and booleans.";
  const what = direction === "input" ? `JSON has no \`${name}\`.` : `JSON writes a \`${name}\` as \`{}\`.`;
  return derivation.unsupported(node, `${what} ${fix}`, direction === "input" ? "error" : "warning");
}
