import ts from "typescript-compiler";
import type { WholeProgram } from "../program/program-factory.ts";

/** The module names that a file imports or exports from. */
function modulesOf(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

/** The files whose coverage counts: the Function's own, and the source Libraries that it imports. */
export function coveredSources({ file, libraries }: Pick<WholeProgram, "file" | "libraries">) {
  const byName = new Map(libraries.map((library) => [library.name, library.file]));
  const found = [{ name: "function.ts", file }];
  const seen = new Set<string>();
  const open = modulesOf(file);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const library = byName.get(name);
    if (library === undefined || seen.has(name)) continue;
    seen.add(name);
    found.push({ name, file: library });
    open.push(...modulesOf(library));
  }
  return found;
}
