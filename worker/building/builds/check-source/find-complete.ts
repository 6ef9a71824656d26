import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { FunctionProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";

const example =
  '`export const complete: Complete = ({ argument, value }) => [ … ];` with `import type { Complete } from "ferrule";`';

/**
 * Whether the module exports a `complete` that can complete arguments of prompts and templates. One of another type is
 * a warning: a Function may have exports for its tests, or for other Functions.
 */
export function findComplete({ checker, file }: FunctionProgram): { isThere: boolean; diagnostics: Diagnostic[] } {
  const module = checker.getSymbolAtLocation(file);
  const exported = module && checker.getExportsOfModule(module).find(({ name }) => name === "complete");
  const platform = checker.getAmbientModules().find(({ name }) => name === '"ferrule"');
  const wanted = platform && checker.getExportsOfModule(platform).find(({ name }) => name === "Complete");
  if (exported === undefined || wanted === undefined) return { isThere: false, diagnostics: [] };
  const place = exported.declarations?.[0] ?? file;
  const type = checker.getTypeOfSymbolAtLocation(exported, place);
  if (checker.isTypeAssignableTo(type, checker.getDeclaredTypeOfSymbol(wanted)))
    return { isThere: true, diagnostics: [] };
  const message = `The export complete cannot complete arguments of prompts and templates: it is no \`Complete\`. Write ${example}.`;
  return { isThere: false, diagnostics: [diagnosticAt(file, place, "COMPLETE_TYPE", message, "warning")] };
}
