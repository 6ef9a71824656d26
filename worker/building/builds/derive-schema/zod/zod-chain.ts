// Why: docs/decisions/zod-is-read-not-run.md
import ts from "typescript-compiler";
import { isFunctionFile } from "../../program/program-factory.ts";
import { sourceFolder } from "../../program/library-files.ts";

/** One call of a chain, such as `.min(3)` in `z.string().min(3)`. The first call there is `z.string()`. */
export interface ZodCall {
  name: string;
  args: readonly ts.Expression[];
  node: ts.Node;
}

/** Limit of names and calls in one chain. No person writes a longer schema. */
const mostSteps = 64;

const isOwn = (node: ts.Node) => {
  const { fileName } = node.getSourceFile();
  return isFunctionFile(fileName) || fileName.startsWith(sourceFolder);
};

/** The value of the name's `const` declaration. */
function valueOf(checker: ts.TypeChecker, name: ts.Identifier): ts.Expression | undefined {
  let symbol = checker.getSymbolAtLocation(name);
  if (ts.isShorthandPropertyAssignment(name.parent)) symbol = checker.getShorthandAssignmentValueSymbol(name.parent);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !isOwn(declaration)) return undefined;
  return (declaration.parent.flags & ts.NodeFlags.Const) === 0 ? undefined : declaration.initializer;
}

/** Whether a name refers to Zod itself: `import { z } from "zod"`, or the whole module. */
function isZod(checker: ts.TypeChecker, name: ts.Identifier): boolean {
  const declaration = checker.getSymbolAtLocation(name)?.declarations?.[0];
  let node: ts.Node | undefined = declaration;
  while (node !== undefined && !ts.isImportDeclaration(node)) node = node.parent;
  const from = node?.moduleSpecifier;
  return from !== undefined && ts.isStringLiteral(from) && /^zod(?:\/|$)/.test(from.text);
}

/**
 * The calls that build a Zod schema in an expression, first to last, with constants replaced by their values. It only
 * reads the text, and runs nothing. Undefined when the expression is not a chain that begins with Zod.
 */
export function zodChain(checker: ts.TypeChecker, expression: ts.Expression): ZodCall[] | undefined {
  const calls: ZodCall[] = [];
  let at: ts.Expression | undefined = expression;
  for (let steps = 0; at !== undefined && steps < mostSteps; steps += 1) {
    if (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isSatisfiesExpression(at)) at = at.expression;
    else if (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) {
      calls.push({ name: at.expression.name.text, args: at.arguments, node: at.expression.name });
      at = at.expression.expression;
    } else if (ts.isPropertyAccessExpression(at)) at = at.expression;
    else if (!ts.isIdentifier(at)) return undefined;
    else if (isZod(checker, at)) return calls.toReversed();
    else at = valueOf(checker, at);
  }
  return undefined;
}
