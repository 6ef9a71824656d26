import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { type CompileAnswer, type CompileRequest, maxSourceBytes, nothingDerived } from "../build-messages.ts";
import { checkCollections } from "../check-source/check-collections.ts";
import { checkFunctionSchema } from "../check-schema/check-function-schema.ts";
import { checkGlobals } from "../check-source/check-globals.ts";
import { checkImports } from "../check-source/check-imports.ts";
import { checkPermissions } from "../check-source/check-permissions.ts";
import { checkIndexAccess } from "../check-source/check-index-access.ts";
import { checkReplyHeaders } from "../check-source/check-reply-headers.ts";
import { checkTypes } from "../check-source/check-types.ts";
import { checkUnusedTags } from "../check-source/check-unused-tags.ts";
import { findHandler } from "../check-source/find-handler.ts";
import { deriveContract } from "../derive-schema/derive-contract.ts";
import { diagnosticAt } from "../diagnostic-at.ts";
import { noLibraries } from "../libraries/build-libraries.ts";
import { checkLibraries } from "../check-source/check-libraries.ts";
import type ts from "typescript-compiler";
import { compilerOptions } from "./compiler-options.ts";
import type { CreateProgram, WholeProgram } from "./program-factory.ts";

const maxDiagnostics = 100;
const withCheckedIndexes: ts.CompilerOptions = { ...compilerOptions, noUncheckedIndexedAccess: true };

const placeOf = ({ line, column }: Diagnostic) => `${line}:${column}`;
const isError = ({ severity }: Diagnostic) => severity === "error";

function ordered(diagnostics: Diagnostic[]): Diagnostic[] {
  const unique = new Map(diagnostics.map((one) => [JSON.stringify(one), one]));
  const sorted = [...unique.values()].sort(
    (a, b) => Number(isError(b)) - Number(isError(a)) || a.line - b.line || a.column - b.column,
  );
  return sorted.slice(0, maxDiagnostics);
}

const atTop = (code: string, message: string, severity: Diagnostic["severity"] = "error"): Diagnostic => ({
  severity,
  message,
  line: 1,
  column: 1,
  code,
});

function checkSource(one: WholeProgram, request: CompileRequest, checkedProgram: () => WholeProgram): CompileAnswer {
  const libraries = request.libraries ?? noLibraries;
  const diagnostics = [...checkImports(one.file, libraries), ...checkLibraries(one, libraries)];
  // TypeScript has its own text for the same place, with advice for other environments.
  const said = new Set(diagnostics.map(placeOf));
  diagnostics.push(...checkTypes(one).filter((type) => !said.has(placeOf(type))));
  if (one.program.getSyntacticDiagnostics(one.file).length > 0) return { diagnostics, derived: nothingDerived };
  diagnostics.push(...checkGlobals(one));
  const handler = findHandler(one);
  if ("severity" in handler) {
    // `module.exports = …` is already reported, with the same fix.
    const isCommonJs = handler.code === "NO_DEFAULT_EXPORT" && diagnostics.some(({ code }) => code === "COMMONJS");
    return { diagnostics: isCommonJs ? diagnostics : [...diagnostics, handler], derived: nothingDerived };
  }
  diagnostics.push(...checkReplyHeaders(one), ...checkCollections(one, request.collections?.names));
  diagnostics.push(...checkPermissions(one, request.permissions, handler.context));
  const { contract, input, output, comments } = deriveContract(one, handler);
  const used = [
    ...(request.inputSchema === null ? comments.input : []),
    ...(request.outputSchema === null ? comments.output : []),
  ];
  diagnostics.push(...checkUnusedTags(one, new Set(used)));
  const checkDirection = (
    direction: "input" | "output",
    byHand: JsonSchema | null,
    derived: JsonSchema | null,
    found: Diagnostic[],
  ) => {
    if (byHand === null) diagnostics.push(...found);
    const schema = byHand ?? derived;
    if (schema === null) return;
    const { line, column } = diagnosticAt(one.file, handler.node, "", "");
    for (const { code, severity, message } of checkFunctionSchema(schema, direction)) {
      const at = byHand === null ? { line, column } : { line: 1, column: 1 };
      const what = byHand === null ? `The ${direction} schema derived from the handler's types` : `${direction}Schema`;
      diagnostics.push({ severity, code, message: `${what}: ${message}`, ...at });
    }
  };
  checkDirection("input", request.inputSchema, contract.inputSchema, input);
  checkDirection("output", request.outputSchema, contract.outputSchema, output);
  if (request.outputSchema === null && contract.outputSchema !== null && !diagnostics.some(isError)) {
    diagnostics.push(...checkIndexAccess(one, contract.outputSchema, checkedProgram));
  }
  return { diagnostics, derived: contract };
}

/**
 * Checks a source with the Project's collections typed by their schemas. If it builds only without those types, the
 * type errors become warnings: a collection may have changed since, and records of older versions differ too.
 */
function checkTyped(createProgram: CreateProgram, request: CompileRequest): CompileAnswer {
  const { source, libraries, collections, tables = "" } = request;
  const checkWith = (types: string) => {
    const create = (options?: ts.CompilerOptions) => createProgram(source, libraries, options, tables + types);
    return checkSource(create(), request, () => create(withCheckedIndexes));
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
 * gets a diagnostic. One that takes too much time or memory is killed from outside, with the process.
 */
export function compileFunction(createProgram: CreateProgram, request: CompileRequest): CompileAnswer {
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
