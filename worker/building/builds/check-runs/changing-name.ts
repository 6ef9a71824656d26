import ts from "typescript-compiler";
import type { FunctionProgram } from "../program/program-factory.ts";

const changing = new Set(["Math.random", "Date.now", "crypto.randomUUID", "performance.now"]);

/**
 * A part of a step's name that differs in each attempt, as it is written: `Date.now()`. It also looks into constants of
 * this file.
 */
export function changingPart({ checker, file }: FunctionProgram, name: ts.Expression, depth = 0): string | undefined {
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined) return;
    if (ts.isCallExpression(node) && changing.has(node.expression.getText())) found = `${node.expression.getText()}()`;
    else if (ts.isNewExpression(node) && node.expression.getText() === "Date" && (node.arguments?.length ?? 0) === 0)
      found = "new Date()";
    else if (ts.isIdentifier(node) && depth < 4) {
      const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
      const isOfFile = declaration?.getSourceFile() === file && ts.isVariableDeclaration(declaration);
      if (isOfFile && declaration.initializer !== undefined && !ts.isFunctionLike(declaration.initializer))
        found = changingPart({ checker, file } as FunctionProgram, declaration.initializer, depth + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(name);
  return found;
}
