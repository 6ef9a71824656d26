import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import type { FunctionProgram, WholeProgram } from "../program/program-factory.ts";
import { deriveContract } from "../derive-schema/derive-contract.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { findHandler } from "../derive-schema/find-handler.ts";
import { mayFindNothing } from "./may-find-nothing.ts";

const code = "INDEX_UNCHECKED";
const fix =
  "Say what happens then: `?? …` with a value of the type, a check before it, or a result type with `| null`.";

/** The place where two schemas differ, in an author's notation: `orders[].total`. */
function difference(one: unknown, other: unknown, path = ""): string | null {
  if (JSON.stringify(one) === JSON.stringify(other)) return null;
  if (!isObject(one) || !isObject(other)) return path;
  const [ours, theirs] = [one["properties"], other["properties"]];
  if (isObject(ours) && isObject(theirs)) {
    for (const name of Object.keys(ours)) {
      const found = difference(ours[name], theirs[name], path === "" ? name : `${path}.${name}`);
      if (found !== null) return found;
    }
    const isOptional = (name: string) => !JSON.stringify(other["required"] ?? []).includes(JSON.stringify(name));
    const lost = Array.isArray(one["required"]) ? (one["required"] as string[]).find(isOptional) : undefined;
    if (lost !== undefined) return path === "" ? lost : `${path}.${lost}`;
  }
  return difference(one["items"], other["items"], `${path}[]`) ?? path;
}

/** Reads by index or key that may find nothing, in text order. */
function uncheckedReads({ file, checker }: FunctionProgram): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node)) {
      const type = checker.getTypeAtLocation(node);
      const mayMiss = type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
      const property = ts.isPropertyAccessExpression(node) ? checker.getSymbolAtLocation(node.name) : undefined;
      if (mayMiss && property === undefined) found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The handler's own `return` statement, or arrow function body, around this place. */
function isReturned(node: ts.Node, handler: ts.Node | undefined): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const isBody = ts.isArrowFunction(at.parent) && at.parent.body === at && !ts.isBlock(at);
    if (!ts.isReturnStatement(at) && !isBody) continue;
    return ts.findAncestor(at.parent, ts.isFunctionLike) === handler;
  }
  return false;
}

function nodeAt(file: ts.SourceFile, offset: number): ts.Node {
  const within = (node: ts.Node): ts.Node =>
    ts.forEachChild(node, (child) =>
      child.getStart(file) <= offset && offset < child.end ? within(child) : undefined,
    ) ?? node;
  return within(file);
}

/**
 * Warns if a result may not fit its derived output schema, because TypeScript assumes that `record[key]` and `list[0]`
 * always find something. The Function is checked again with `noUncheckedIndexedAccess`. Enforcing that rule everywhere
 * would reject much correct code, so only the changes in the result are reported.
 */
export function checkIndexAccess(
  plain: WholeProgram,
  outputSchema: JsonSchema,
  checkedProgram: () => FunctionProgram,
): Diagnostic[] {
  if (!/\[|Record/.test(plain.file.text)) return [];
  // The second check takes as long as all the rest, so we run it only when needed.
  const read = [plain.file, ...plain.libraries.map(({ file }) => file)];
  if (!read.some((file) => mayFindNothing(plain.checker, file))) return [];
  const checked = checkedProgram();
  const handler = findHandler(checked);
  if ("severity" in handler) return [];
  const declaration = handler.signature.declaration;
  const known = new Set(plain.program.getSemanticDiagnostics(plain.file).map(({ start }) => start));
  const mismatches = checked.program
    .getSemanticDiagnostics(checked.file)
    .filter(({ start }) => start !== undefined && !known.has(start))
    .filter(({ start }) => isReturned(nodeAt(checked.file, start ?? 0), declaration))
    .map(({ start, messageText }) => {
      const what = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n", 1)[0] ?? "";
      const message = `An index or key may find nothing here, and the result would not fit its type: ${what} ${fix}`;
      return diagnosticAt(plain.file, start ?? 0, code, message, "warning");
    });
  if (mismatches.length > 0) return mismatches;
  const path = difference(outputSchema, deriveContract(checked, handler).contract.outputSchema);
  const reads = uncheckedReads(checked);
  const place = reads.find((node) => isReturned(node, declaration)) ?? reads[0];
  if (path === null || place === undefined) return [];
  const what = path === "" ? "the result" : `\`${path}\` of the result`;
  const message = `An index or key may find nothing here, and ${what} would not fit the output schema. ${fix}`;
  return [diagnosticAt(plain.file, place.getStart(checked.file), code, message, "warning")];
}
