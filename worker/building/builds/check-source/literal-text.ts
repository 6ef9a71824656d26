import ts from "typescript-compiler";

/** The part of a string that is known before the program runs: its beginning, and whether that is the whole string. */
export interface LiteralText {
  text: string;
  complete: boolean;
}

/**
 * The known beginning of a string expression: literals, constants, templates, concatenations and `new URL("…")`. Empty
 * when nothing is known. Nothing is evaluated: constants are read from their types.
 */
export function literalText(checker: ts.TypeChecker, node: ts.Expression, depth = 0): LiteralText {
  if (depth > 20) return { text: "", complete: false };
  if (ts.isStringLiteralLike(node)) return { text: node.text, complete: true };
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return literalText(checker, node.expression, depth + 1);
  }
  const join = (left: LiteralText, right: () => LiteralText): LiteralText => {
    if (!left.complete) return left;
    const rest = right();
    return { text: left.text + rest.text, complete: rest.complete };
  };
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce<LiteralText>(
      (known, span) => {
        const value = join(known, () => literalText(checker, span.expression, depth + 1));
        return join(value, () => ({ text: span.literal.text, complete: true }));
      },
      { text: node.head.text, complete: true },
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return join(literalText(checker, node.left, depth + 1), () => literalText(checker, node.right, depth + 1));
  }
  if (
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    ["URL", "Request"].includes(node.expression.text)
  ) {
    const [first, relativeTo] = node.arguments ?? [];
    if (first === undefined) return { text: "", complete: false };
    const own = literalText(checker, first, depth + 1);
    // A URL with its own scheme ignores its base. Otherwise the base supplies the host.
    if (relativeTo === undefined || /^[a-z]+:/i.test(own.text)) return own;
    return { text: literalText(checker, relativeTo, depth + 1).text, complete: false };
  }
  const type = checker.getTypeAtLocation(node);
  return type.isStringLiteral() ? { text: type.value, complete: true } : { text: "", complete: false };
}
