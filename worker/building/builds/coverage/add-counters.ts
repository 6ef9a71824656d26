// Why: docs/decisions/tests-in-the-sandbox.md
import ts from "typescript-compiler";
import { countersName } from "./counters-name.ts";

/** A text that counts what is reached, and what its counters stand for. */
export interface Counted {
  text: string;
  /** The 1-based line of each statement, by its number. */
  lines: number[];
  branches: number;
  functions: number;
}

/** Statements that run nothing themselves. */
const silent = new Set([
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.ModuleDeclaration,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ImportEqualsDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.Block,
  ts.SyntaxKind.EmptyStatement,
]);

const isDeclared = (node: ts.Node) =>
  ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true;
const isDirective = (node: ts.Statement) => ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);
const isLogical = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  [
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
  ].includes(node.operatorToken.kind);

/**
 * Puts counters into a source without moving any of its lines: before each statement, at the beginning of each
 * function, and in each branch of `if`, `?:`, `&&`, `||`, `??` and `case`. The source must have been parsed with
 * parents.
 */
export function addCounters(file: ts.SourceFile, number: number): Counted {
  const global = countersName(number);
  const edits: { at: number; text: string }[] = [];
  const lines: number[] = [];
  let branches = 0;
  let functions = 0;
  const put = (at: number, text: string) => edits.push({ at, text });
  const start = (node: ts.Node) => node.getStart(file);

  const statement = (node: ts.Node): string => {
    const place = lines.push(file.getLineAndCharacterOfPosition(start(node)).line + 1) - 1;
    return `${global}.s[${place}]++`;
  };
  const branch = () => `${global}.b[${branches++}]++`;
  const entered = () => `${global}.f[${functions++}]++`;

  function visitStatement(node: ts.Statement): void {
    if (isDeclared(node)) return;
    if (!silent.has(node.kind) && !isDirective(node)) put(start(node), `${statement(node)};`);
    visit(node);
  }

  /** The body of an `if` or a loop: a block, or one statement, which gets braces. */
  function visitBody(node: ts.Statement, counter: string): void {
    if (ts.isBlock(node)) {
      if (counter !== "") put(start(node) + 1, `${counter};`);
      return visit(node);
    }
    put(start(node), counter === "" ? "{" : `{${counter};`);
    visitStatement(node);
    put(node.getEnd(), "}");
  }

  function visitOperand(node: ts.Expression): void {
    put(start(node), `(${branch()},`);
    visit(node);
    put(node.getEnd(), ")");
  }

  function visitFunction(node: ts.FunctionLikeDeclaration): void {
    const { body } = node;
    if (body === undefined) return;
    for (const child of [...node.parameters, ...(node.name === undefined ? [] : [node.name])]) visit(child);
    if (ts.isBlock(body)) {
      const directives = body.statements.findIndex((one) => !isDirective(one));
      const first = directives > 0 ? body.statements[directives] : undefined;
      put(first === undefined ? start(body) + 1 : start(first), `${entered()};`);
      return visit(body);
    }
    put(start(body), `(${entered()},${statement(body)},`);
    visit(body);
    put(body.getEnd(), ")");
  }

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node)) {
      for (const one of node.statements) visitStatement(one);
    } else if (ts.isFunctionLike(node)) {
      visitFunction(node as ts.FunctionLikeDeclaration);
    } else if (ts.isIfStatement(node)) {
      visit(node.expression);
      visitBody(node.thenStatement, branch());
      if (node.elseStatement === undefined) put(node.getEnd(), ` else{${branch()};}`);
      else visitBody(node.elseStatement, branch());
    } else if (ts.isConditionalExpression(node)) {
      visit(node.condition);
      visitOperand(node.whenTrue);
      visitOperand(node.whenFalse);
    } else if (isLogical(node)) {
      visit(node.left);
      visitOperand(node.right);
    } else if (ts.isCaseOrDefaultClause(node)) {
      if (ts.isCaseClause(node)) visit(node.expression);
      const colon = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.ColonToken);
      put(colon?.getEnd() ?? node.getEnd(), `${branch()};`);
      for (const one of node.statements) visitStatement(one);
    } else if (ts.isIterationStatement(node, false) || ts.isWithStatement(node)) {
      ts.forEachChild(node, (child) => (child === node.statement ? visitBody(node.statement, "") : visit(child)));
    } else if (ts.isLabeledStatement(node)) {
      // A label belongs to the loop that follows it.
      visit(node.statement);
    } else {
      ts.forEachChild(node, visit);
    }
  }

  visit(file);
  return { text: applied(file.text, edits), lines, branches, functions };
}

/** Edits of the same place stay in the order in which they were made. */
function applied(text: string, edits: readonly { at: number; text: string }[]): string {
  const ordered = edits.map((edit, order) => ({ ...edit, order })).sort((a, b) => a.at - b.at || a.order - b.order);
  let made = "";
  let from = 0;
  for (const edit of ordered) {
    made += text.slice(from, edit.at) + edit.text;
    from = edit.at;
  }
  return made + text.slice(from);
}
