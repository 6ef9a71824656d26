import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { type CompileAnswer, maxSourceBytes, nothingDerived } from "../messages/build-messages.ts";
import type ts from "typescript-compiler";
import { withCheckedIndexes } from "../program/compiler-options.ts";
import { checkFunction } from "./check-function.ts";
import type { OpenedRequest } from "./opened-request.ts";
import type { CreateProgram } from "../program/program-factory.ts";

const maxDiagnostics = 100;

const isError = ({ severity }: Diagnostic) => severity === "error";

function ordered(diagnostics: Diagnostic[]): Diagnostic[] {
  const unique = new Map(diagnostics.map((one) => [JSON.stringify(one), one]));
  const sorted = [...unique.values()].sort(
    (a, b) => Number(isError(b)) - Number(isError(a)) || a.line - b.line || a.column - b.column,
  );
  return sorted.slice(0, maxDiagnostics);
}

const atTop = (code: DiagnosticCode, message: string, severity: Diagnostic["severity"] = "error"): Diagnostic => ({
  severity,
  message,
  line: 1,
  column: 1,
  code,
});

/**
 * Checks a source with the Project's collections typed by their schemas. If it builds only without those types, the
 * type errors become warnings: the collection may have changed since, and records of older versions may differ too.
 */
function checkTyped(createProgram: CreateProgram, request: OpenedRequest): CompileAnswer {
  const { source, libraries, collections, tables = "" } = request;
  const checkWith = (types: string) => {
    const create = (options?: ts.CompilerOptions) => createProgram(source, libraries, options, tables + types);
    return checkFunction(create(), request, () => create(withCheckedIndexes));
  };
  const typed = checkWith(collections?.types ?? "");
  if (collections === undefined || collections.types === "" || !typed.diagnostics.some(isError)) return typed;
  const plain = checkWith("");
  if (plain.diagnostics.some(isError)) return plain;
  const told = typed.diagnostics.filter(isError).map((one): Diagnostic => {
    const message = `By the schema of the collection: ${one.message}`;
    return { ...one, severity: "warning", message };
  });
  return { ...plain, diagnostics: [...plain.diagnostics, ...told] };
}

/**
 * Checks one Function and derives its contract, without running any of it. A source that overflows the checker's stack
 * gets a diagnostic. If it takes too much time or memory, the worker kills the process.
 */
export function compileFunction(createProgram: CreateProgram, request: OpenedRequest): CompileAnswer {
  const bytes = Buffer.byteLength(request.source);
  if (bytes > maxSourceBytes) {
    const message = `The source is ${Math.ceil(bytes / 1024)} KiB, and at most ${maxSourceBytes / 1024} KiB are built. Move data into a collection, code into Libraries.`;
    return { diagnostics: [atTop("SOURCE_TOO_LARGE", message)], derived: nothingDerived };
  }
  try {
    const { diagnostics, derived } = checkTyped(createProgram, request);
    return { diagnostics: ordered(diagnostics), derived };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "The source is nested too deeply to be checked. Split the expression or type into smaller ones.";
    return { diagnostics: [atTop("SOURCE_TOO_COMPLEX", message)], derived: nothingDerived };
  }
}
