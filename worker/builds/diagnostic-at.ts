import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type ts from "typescript-compiler";

const maxMessageLength = 1_000;

/** A diagnostic with the 1-based place of a node, or of an offset, in the Function's source. */
export function diagnosticAt(
  file: ts.SourceFile,
  place: ts.Node | number,
  code: string,
  message: string,
  severity: Diagnostic["severity"] = "error",
): Diagnostic {
  const own = typeof place === "number" || place.getSourceFile() === file;
  const offset = typeof place === "number" ? place : own ? place.getStart(file) : 0;
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  const text = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
  return { severity, message: text, line: line + 1, column: character + 1, code };
}
