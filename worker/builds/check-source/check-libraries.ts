import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import type { WholeProgram } from "../compiler/program-factory.ts";
import type { BuildLibraries } from "../libraries/build-libraries.ts";
import { checkGlobals } from "./check-globals.ts";
import { checkImports } from "./check-imports.ts";
import { checkTypes } from "./check-types.ts";

/** Where the Function imports it, itself or through another Library: its first line then. */
function placeOf({ file }: WholeProgram, name: string): { line: number; column: number } {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== name)
      continue;
    const { line, character } = file.getLineAndCharacterOfPosition(moduleSpecifier.getStart(file));
    return { line: line + 1, column: character + 1 };
  }
  return { line: 1, column: 1 };
}

/**
 * Checks the source Libraries that a Function imports as the Function itself is checked. What is wrong is said at the import,
 * with the place in the Library: a Function's diagnostics are about its own text.
 */
export function checkLibraries(one: WholeProgram, libraries: BuildLibraries): Diagnostic[] {
  return one.libraries.flatMap(({ name, file }) => {
    const library = { ...one, file };
    const imports = checkImports(file, libraries);
    const said = new Set(imports.map(({ line, column }) => `${line}:${column}`));
    const types = checkTypes(library).filter(({ line, column }) => !said.has(`${line}:${column}`));
    const isSyntax = one.program.getSyntacticDiagnostics(file).length > 0;
    const found = [...imports, ...types, ...(isSyntax ? [] : checkGlobals(library))];
    return found.map((diagnostic) => ({
      ...diagnostic,
      ...placeOf(one, name),
      message: `${name}:${diagnostic.line}:${diagnostic.column} ${diagnostic.message}`,
    }));
  });
}
