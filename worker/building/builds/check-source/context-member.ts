import ts from "typescript-compiler";
import { declaresFerrule } from "../program/declaration-files.ts";
import type { FunctionProgram } from "../program/program-factory.ts";

/**
 * The part of the context that an expression is, by its type's name or, in unannotated JavaScript, by the parameter's.
 */
export function contextMember(
  { checker }: FunctionProgram,
  node: ts.Expression,
  context: ts.Symbol | undefined,
): string {
  const type = checker.getTypeAtLocation(node);
  if ((type.flags & ts.TypeFlags.Any) === 0) {
    const declaration = type.symbol?.declarations?.[0];
    return declaration !== undefined && declaresFerrule(declaration.getSourceFile().fileName)
      ? type.symbol.name.replace(/^(?:Mcp|Http|Run)Context$/, "Context")
      : "";
  }
  const isContext = (one: ts.Node) =>
    ts.isIdentifier(one) && context !== undefined && checker.getSymbolAtLocation(one) === context;
  if (isContext(node)) return "Context";
  if (!ts.isPropertyAccessExpression(node) || !isContext(node.expression)) return "";
  return { secrets: "Secrets", cache: "Cache" }[node.name.text] ?? "";
}
