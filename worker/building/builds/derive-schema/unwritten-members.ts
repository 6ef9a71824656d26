import ts from "typescript-compiler";
import { libraryFolder } from "../program/declaration-files.ts";
import type { Derivation } from "./derivation.ts";

/** `get a()`, `set a(…)` or `accessor a` of a class. They are on its prototype; instances do not own them. */
function isAccessorOfClass(declaration: ts.Declaration): boolean {
  if (!ts.isClassLike(declaration.parent)) return false;
  return ts.isAccessor(declaration) || ts.isAutoAccessorPropertyDeclaration(declaration);
}

/**
 * Whether a class of the source inherits this member from a class of the language, such as `message` of Error or `size`
 * of Map.
 */
function isOfLanguage(type: ts.Type, symbol: ts.Symbol): boolean {
  const isOfClass = ((type.symbol as ts.Symbol | undefined)?.flags ?? 0) & ts.SymbolFlags.Class;
  const declarations = symbol.declarations ?? [];
  const isOfLibrary = (one: ts.Declaration) => one.getSourceFile().fileName.startsWith(libraryFolder);
  return isOfClass !== 0 && declarations.length > 0 && declarations.every(isOfLibrary);
}

/**
 * Whether JSON leaves out a member of a result: JSON writes an object's own members, and not those of its prototype
 * (ECMA-262, SerializeJSONObject). It warns the author, unless the member could not be read anyway.
 */
export function isUnwrittenMember(derivation: Derivation, type: ts.Type, symbol: ts.Symbol, place: ts.Node): boolean {
  const declarations = symbol.declarations ?? [];
  const isOnPrototype = declarations.length > 0 && declarations.every(isAccessorOfClass);
  if (!isOnPrototype) {
    const isSetterOnly = declarations.length > 0 && declarations.every(ts.isSetAccessor);
    return isSetterOnly || isOfLanguage(type, symbol);
  }
  if (!declarations.every(ts.isSetAccessor)) {
    const name = ts.unescapeLeadingUnderscores(symbol.escapedName);
    const message = `JSON leaves out \`${name}\`, because a class keeps its accessors on the prototype, so callers do not get it. Make it a property, or give the class \`toJSON() { return { …, ${name}: this.${name} }; }\`.`;
    derivation.report(place, "SCHEMA_ACCESSOR", message, "warning");
  }
  return true;
}
