import { isMissingAnnotation } from "@ferrule/contract/guest/compiler-options.ts";
import ts from "typescript-compiler";
import type { Problem } from "./language.ts";

const most = 100;
/** TypeScript's error codes for a module that cannot be found. */
const moduleNotFound = new Set([2307, 2306, 2792, 2732, 7016]);

/**
 * TypeScript's complaints about a source: syntax errors, or type errors when there are none; at most 100, in text
 * order. Until the Project's types are known, an unresolved import is not reported.
 */
export function listProblems(service: ts.LanguageService, name: string, typesAreKnown: boolean): Problem[] {
  const syntax = service.getSyntacticDiagnostics(name);
  const found = syntax.length > 0 ? syntax : service.getSemanticDiagnostics(name);
  return found
    .filter(({ code }) => !isMissingAnnotation(code) && (typesAreKnown || !moduleNotFound.has(code)))
    .slice(0, most)
    .map(({ code, category, messageText, start = 0, length = 0 }) => ({
      from: start,
      to: start + length,
      severity: category === ts.DiagnosticCategory.Error ? "error" : "warning",
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
      code: `TS${code}`,
    }));
}
