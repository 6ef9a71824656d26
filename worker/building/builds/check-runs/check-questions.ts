import ts from "typescript-compiler";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { questionProblems } from "@ferrule/contract/mcp/questions/question-schema.ts";
import { contextMember } from "../check-source/context-member.ts";
import { literalText } from "../check-source/literal-text.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import type { FunctionProgram } from "../program/program-factory.ts";

const mentions = /\belicit\b/;
const mostDepth = 12;

/** Whether a source asks the person behind an MCP client, as far as its text shows. */
export const mayAsk = (texts: Iterable<string>): boolean => {
  for (const text of texts) if (mentions.test(text)) return true;
  return false;
};

/** The object literal or list that an expression is, also if a constant of this file holds it. */
function literalOf({ checker, file }: FunctionProgram, node: ts.Expression, depth = 0): ts.Expression {
  if (depth > mostDepth) return node;
  const inner = (one: ts.Expression) => literalOf({ checker, file } as FunctionProgram, one, depth + 1);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression);
  if (!ts.isIdentifier(node)) return node;
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  const isConstant =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    declaration.getSourceFile() === file &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConstant && declaration.initializer !== undefined ? inner(declaration.initializer) : node;
}

const nameOf = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;

/** What is known of a value before the program runs. `isWhole`: everything is. */
function known(one: FunctionProgram, given: ts.Expression, depth = 0): { value: unknown; isWhole: boolean } {
  const node = literalOf(one, given);
  const unknown = { value: undefined, isWhole: false };
  if (depth > mostDepth) return unknown;
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((item) => known(one, item, depth + 1));
    return { value: items.map(({ value }) => value), isWhole: items.every(({ isWhole }) => isWhole) };
  }
  if (ts.isObjectLiteralExpression(node)) {
    const value: Record<string, unknown> = {};
    let isWhole = true;
    for (const property of node.properties) {
      const name = property.name === undefined ? undefined : nameOf(property.name);
      const expression = ts.isPropertyAssignment(property)
        ? property.initializer
        : ts.isShorthandPropertyAssignment(property)
          ? property.name
          : undefined;
      const held = name === undefined || expression === undefined ? unknown : known(one, expression, depth + 1);
      isWhole &&= held.isWhole;
      if (held.value !== undefined) value[name!] = held.value;
    }
    return { value, isWhole };
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true, isWhole: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false, isWhole: true };
  const number = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken ? node.operand : node;
  if (ts.isNumericLiteral(number)) return { value: Number(number.text) * (number === node ? 1 : -1), isWhole: true };
  const { text, complete } = literalText(one.checker, node);
  return complete ? { value: text, isWhole: true } : unknown;
}

/** The node at a path of members, or the last one on the way that is written here. */
function nodeAt(one: FunctionProgram, node: ts.Expression, path: readonly string[]): ts.Node {
  const literal = literalOf(one, node);
  const [next, ...rest] = path;
  if (next === undefined || !ts.isObjectLiteralExpression(literal)) return literal;
  const property = literal.properties.find(({ name }) => name !== undefined && nameOf(name) === next);
  if (property === undefined) return literal;
  return ts.isPropertyAssignment(property) && rest.length > 0 ? nodeAt(one, property.initializer, rest) : property;
}

/** Whether a call is one of `ctx.mcp.elicit`. */
export function isQuestion(
  one: FunctionProgram,
  { expression: callee }: ts.CallExpression,
  context: ts.Symbol | undefined,
): boolean {
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "elicit") return false;
  const owner = callee.expression;
  return contextMember(one, owner, context) === "McpCall" || /(?:^|\.)mcp!?$/.test(owner.getText());
}

/** The schema of a call of `ctx.mcp.elicit`; undefined for another call. */
function schemaOf(one: FunctionProgram, call: ts.CallExpression, context: ts.Symbol | undefined) {
  const [asked] = call.arguments;
  const literal = asked === undefined || !isQuestion(one, call, context) ? undefined : literalOf(one, asked);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
  const property = literal.properties.find(({ name }) => name !== undefined && nameOf(name) === "schema");
  if (property === undefined) return undefined;
  return ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
}

/**
 * Checks the forms that a Function shows to people, as far as its source tells: only what clients can show, and nothing
 * that looks like a secret. The worker checks each question again when it is asked.
 */
export function checkQuestions(one: FunctionProgram, context: ts.Symbol | undefined): Diagnostic[] {
  if (!mentions.test(one.file.text)) return [];
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    const schema = ts.isCallExpression(node) ? schemaOf(one, node, context) : undefined;
    if (schema !== undefined) {
      const { value, isWhole } = known(one, schema);
      for (const { code, path, message } of value === undefined ? [] : questionProblems(value)) {
        if (code === "QUESTION_SCHEMA" && !isWhole) continue;
        found.push(diagnosticAt(one.file, nodeAt(one, schema, path), code, message));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(one.file);
  return found;
}
