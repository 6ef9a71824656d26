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
  [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(
    node.operatorToken.kind,
  );

/** Walks through a file, and collects what to put where. */
class Counting {
  readonly edits: { at: number; text: string }[] = [];
  readonly lines: number[] = [];
  branches = 0;
  functions = 0;
  readonly #file: ts.SourceFile;
  readonly #global: string;

  constructor(file: ts.SourceFile, number: number) {
    this.#file = file;
    this.#global = countersName(number);
  }

  readonly visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node)) {
      for (const one of node.statements) this.#visitStatement(one);
    } else if (ts.isFunctionLike(node)) this.#visitFunction(node as ts.FunctionLikeDeclaration);
    else if (ts.isIfStatement(node)) this.#visitIf(node);
    else if (ts.isConditionalExpression(node)) {
      this.visit(node.condition);
      this.#visitOperand(node.whenTrue);
      this.#visitOperand(node.whenFalse);
    } else if (isLogical(node)) {
      this.visit(node.left);
      this.#visitOperand(node.right);
    } else if (ts.isCaseOrDefaultClause(node)) this.#visitClause(node);
    else if (ts.isIterationStatement(node, false) || ts.isWithStatement(node)) {
      const { statement } = node;
      ts.forEachChild(node, (child) => (child === statement ? this.#visitBody(statement, "") : this.visit(child)));
    } else if (ts.isLabeledStatement(node)) {
      // A label belongs to the loop that follows it.
      this.visit(node.statement);
    } else ts.forEachChild(node, this.visit);
  };

  #put(at: number, text: string): void {
    this.edits.push({ at, text });
  }

  #start(node: ts.Node): number {
    return node.getStart(this.#file);
  }

  #statement(node: ts.Node): string {
    const { line } = this.#file.getLineAndCharacterOfPosition(this.#start(node));
    return `${this.#global}.s[${this.lines.push(line + 1) - 1}]++`;
  }

  #branch(): string {
    return `${this.#global}.b[${this.branches++}]++`;
  }

  #entered(): string {
    return `${this.#global}.f[${this.functions++}]++`;
  }

  #visitStatement(node: ts.Statement): void {
    if (isDeclared(node)) return;
    if (!silent.has(node.kind) && !isDirective(node)) this.#put(this.#start(node), `${this.#statement(node)};`);
    this.visit(node);
  }

  /** The body of an `if` or a loop: a block, or one statement, which gets braces. */
  #visitBody(node: ts.Statement, counter: string): void {
    if (ts.isBlock(node)) {
      if (counter !== "") this.#put(this.#start(node) + 1, `${counter};`);
      return this.visit(node);
    }
    this.#put(this.#start(node), counter === "" ? "{" : `{${counter};`);
    this.#visitStatement(node);
    this.#put(node.getEnd(), "}");
  }

  #visitIf(node: ts.IfStatement): void {
    this.visit(node.expression);
    this.#visitBody(node.thenStatement, this.#branch());
    if (node.elseStatement === undefined) this.#put(node.getEnd(), ` else{${this.#branch()};}`);
    else this.#visitBody(node.elseStatement, this.#branch());
  }

  #visitOperand(node: ts.Expression): void {
    this.#put(this.#start(node), `(${this.#branch()},`);
    this.visit(node);
    this.#put(node.getEnd(), ")");
  }

  #visitClause(node: ts.CaseOrDefaultClause): void {
    if (ts.isCaseClause(node)) this.visit(node.expression);
    const colon = node.getChildren(this.#file).find(({ kind }) => kind === ts.SyntaxKind.ColonToken);
    this.#put(colon?.getEnd() ?? node.getEnd(), `${this.#branch()};`);
    for (const one of node.statements) this.#visitStatement(one);
  }

  #visitFunction(node: ts.FunctionLikeDeclaration): void {
    const { body } = node;
    if (body === undefined) return;
    for (const child of [...node.parameters, ...(node.name === undefined ? [] : [node.name])]) this.visit(child);
    if (ts.isBlock(body)) {
      const first = body.statements.findIndex((one) => !isDirective(one));
      const next = first > 0 ? body.statements[first] : undefined;
      this.#put(next === undefined ? this.#start(body) + 1 : this.#start(next), `${this.#entered()};`);
      return this.visit(body);
    }
    this.#put(this.#start(body), `(${this.#entered()},${this.#statement(body)},`);
    this.visit(body);
    this.#put(body.getEnd(), ")");
  }
}

/**
 * Puts counters into a source without moving any of its lines: before each statement, at the beginning of each
 * function, and in each branch of `if`, `?:`, `&&`, `||`, `??` and `case`. The source must have been parsed with
 * parents.
 */
export function addCounters(file: ts.SourceFile, number: number): Counted {
  const counting = new Counting(file, number);
  counting.visit(file);
  const { edits, lines, branches, functions } = counting;
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
