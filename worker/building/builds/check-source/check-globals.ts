import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import type { FunctionProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { absentGlobals, declaredButAbsent } from "./absent-globals.ts";

/**
 * Whether the identifier refers to a global of the sandbox or the language, and not to the author's own declaration.
 */
export function isGlobal(checker: ts.TypeChecker, identifier: ts.Identifier): boolean {
  const symbol = checker.getSymbolAtLocation(identifier);
  const declarations = symbol?.declarations ?? [];
  return (
    declarations.length > 0 && declarations.every((node) => /^\/(?:guest|lib)\//.test(node.getSourceFile().fileName))
  );
}

/**
 * Whether this code runs when the module loads, before any call: it is not inside a function or an instance member of a
 * class.
 */
function runsAtLoad(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return false;
    if (ts.isPropertyDeclaration(at) && !at.modifiers?.some((one) => one.kind === ts.SyntaxKind.StaticKeyword))
      return false;
  }
  return true;
}

/**
 * Refuses code that type-checks but would fail in the sandbox: globals that the language declares and the sandbox
 * withholds, and network calls while the module loads. At that time there is no call whose grants could be checked.
 */
export function checkGlobals({ checker, file }: FunctionProgram): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isIdentifier(node) && declaredButAbsent.has(node.text) && isGlobal(checker, node)) {
      const fix = absentGlobals.get(node.text)?.fix ?? "";
      found.push(
        diagnosticAt(file, node, "GLOBAL_UNAVAILABLE", `\`${node.text}\` does not exist in the sandbox. ${fix}`),
      );
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "fetch") {
      if (runsAtLoad(node) && isGlobal(checker, node.expression)) {
        const fix = "Move it into the handler, and keep its result in a module-level variable if you need it again.";
        found.push(
          diagnosticAt(file, node, "TOP_LEVEL_NETWORK", `No network call is possible while the module loads. ${fix}`),
        );
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
