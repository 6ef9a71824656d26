import { isMissingAnnotation } from "@ferrule/contract/guest/compiler-options.ts";
import ts from "typescript-compiler";
import type { Problem } from "./language.ts";

const most = 100;
/** TypeScript's ways to say that a module cannot be found. */
const moduleNotFound = new Set([2307, 2306, 2792, 2732, 7016]);

/**
 * What TypeScript has against a source: its syntax, or when that is fine its types; at most 100, in the order of the text.
 * Until the Project's types are known, an import that leads nowhere is none of them.
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
