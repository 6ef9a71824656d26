import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { type CompileAnswer, nothingDerived } from "../messages/build-messages.ts";
import { findComplete } from "../check-source/find-complete.ts";
import { checkCollections } from "../check-source/check-collections.ts";
import { checkFunctionSchema } from "../check-schema/check-function-schema.ts";
import { checkGlobals } from "../check-source/check-globals.ts";
import { checkImports } from "../check-source/check-imports.ts";
import { checkPermissions } from "../check-source/check-permissions.ts";
import { checkIndexAccess } from "../check-source/check-index-access.ts";
import { checkReplyHeaders } from "../check-source/check-reply-headers.ts";
import { checkQuestions, mayAsk } from "../check-runs/check-questions.ts";
import { checkRuns } from "../check-runs/check-runs.ts";
import { checkTypes } from "../check-source/check-types.ts";
import { checkUnusedTags } from "../check-source/check-unused-tags.ts";
import { findHandler } from "../derive-schema/find-handler.ts";
import { deriveContract } from "../derive-schema/derive-contract.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { noLibraries } from "../libraries/build-libraries.ts";
import { checkLibraries } from "../check-source/check-libraries.ts";
import type { OpenedRequest } from "./opened-request.ts";
import type { WholeProgram } from "../program/program-factory.ts";

const placeOf = ({ line, column }: Diagnostic) => `${line}:${column}`;
const isError = ({ severity }: Diagnostic) => severity === "error";

/**
 * Checks a Function in its program and derives its contract. `checkedProgram` makes the same program with
 * `noUncheckedIndexedAccess`, if that is needed.
 */
export function checkFunction(
  one: WholeProgram,
  request: OpenedRequest,
  checkedProgram: () => WholeProgram,
): CompileAnswer {
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
  const completion = findComplete(one);
  diagnostics.push(
    ...completion.diagnostics,
    ...checkReplyHeaders(one),
    ...checkCollections(one, request.collections?.names),
  );
  diagnostics.push(...checkPermissions(one, request.permissions, handler.context));
  diagnostics.push(...checkRuns(one, handler.context, request.run === "durable"));
  diagnostics.push(...checkQuestions(one, handler.context));
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
    const { line, column } = diagnosticAt(one.file, handler.node, "SCHEMA_ROOT", "");
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
  const asks = mayAsk([one.file.text, ...Object.values(libraries.sources)]);
  const found = { ...(completion.isThere && { completes: true as const }), ...(asks && { asks }) };
  return { diagnostics, derived: { ...contract, ...found } };
}
