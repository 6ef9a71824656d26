import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { WholeProgram } from "../program/program-factory.ts";
import type { BuildLibraries } from "../libraries/build-libraries.ts";
import { placeOfImport } from "../program/diagnostic-at.ts";
import { checkGlobals } from "./check-globals.ts";
import { checkImports } from "./check-imports.ts";
import { checkTypes } from "./check-types.ts";

/**
 * Checks the source Libraries that a Function imports, by the same rules as the Function. A problem is reported at the
 * import, with its place in the Library, because a Function's diagnostics point into its own text.
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
      ...placeOfImport(one.file, name),
      message: `${name}:${diagnostic.line}:${diagnostic.column} ${diagnostic.message}`,
    }));
  });
}
