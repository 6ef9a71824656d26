import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import { sourceFolder } from "./library-files.ts";
import type { FunctionProgram } from "./program-factory.ts";

const maxMessageLength = 1_000;

/** A diagnostic at a place in the Function's source: a node or an offset, as 1-based line and column. */
export function diagnosticAt(
  file: ts.SourceFile,
  place: ts.Node | number,
  code: DiagnosticCode,
  message: string,
  severity: Diagnostic["severity"] = "error",
): Diagnostic {
  const own = typeof place === "number" || place.getSourceFile() === file;
  const offset = typeof place === "number" ? place : own ? place.getStart(file) : 0;
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  const text = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
  return { severity, message: text, line: line + 1, column: character + 1, code };
}

/** The first line on which the Function imports a Library, directly or through another Library. */
export function placeOfImport(file: ts.SourceFile, name: string): { line: number; column: number } {
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
 * A diagnostic for a place in the Function. A place in a source Library is reported at its import, with the Library's
 * name.
 */
export function diagnosticIn(
  { file }: FunctionProgram,
  node: ts.Node,
  code: DiagnosticCode,
  message: string,
  severity: Diagnostic["severity"] = "error",
): Diagnostic {
  const source = node.getSourceFile();
  if (!source.fileName.startsWith(sourceFolder)) return diagnosticAt(file, node, code, message, severity);
  const name = `lib/${source.fileName.slice(sourceFolder.length, -".ts".length)}`;
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  const found = diagnosticAt(file, 0, code, `${name}:${line + 1}:${character + 1} ${message}`, severity);
  return { ...found, ...placeOfImport(file, name) };
}
