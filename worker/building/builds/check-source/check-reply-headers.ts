import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
// Imported by path, because the compiler process may read little beyond that folder.
import { mayFunctionAnswer } from "../../../../contract/guest/may-function-answer.ts";
import type { FunctionProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";

const propertyOf = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined => {
  const found = object.properties.find((one) => one.name !== undefined && nameOf(one.name) === name);
  return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : undefined;
};

const nameOf = (name: ts.PropertyName): string | null =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : null;

/** The headers of `ctx.http.respond({ headers: { … } })`, if they are written literally. */
function headersOf(node: ts.Node): ts.ObjectLiteralExpression | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const [answer] = node.arguments;
  const isRespond = node.expression.name.text === "respond" && /\bhttp\b/.test(node.expression.expression.getText());
  if (!isRespond || answer === undefined || !ts.isObjectLiteralExpression(answer)) return null;
  const headers = propertyOf(answer, "headers");
  return headers !== undefined && ts.isObjectLiteralExpression(headers) ? headers : null;
}

/** Warns about headers that the source sets on an HTTP response and that we will not send. */
export function checkReplyHeaders({ file }: FunctionProgram): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    for (const one of headersOf(node)?.properties ?? []) {
      const name = one.name === undefined ? null : nameOf(one.name);
      // We send cookies only if HTTP APIs have a host of their own, which we know only during the call.
      if (name === null || mayFunctionAnswer(name) || name.toLowerCase() === "set-cookie") continue;
      const fix = "Leave it out, or choose an `x-…` name of your own.";
      const message = `The header "${name}" is not sent: a Function cannot set it. ${fix}`;
      found.push(diagnosticAt(file, one, "HEADER_NOT_SENT", message, "warning"));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
