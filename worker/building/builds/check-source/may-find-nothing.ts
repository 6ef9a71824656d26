import ts from "typescript-compiler";

/** The names that a key can have, if they are known. */
function namesOf(key: ts.Type): string[] | undefined {
  const names = (key.isUnion() ? key.types : [key]).map((one) =>
    one.isStringLiteral() || one.isNumberLiteral() ? String(one.value) : undefined,
  );
  return names.includes(undefined) ? undefined : (names as string[]);
}

function hasAll(checker: ts.TypeChecker, owner: ts.Type, names: readonly string[] | undefined): boolean {
  const owners = owner.isUnion() ? owner.types : [owner];
  return (
    names !== undefined &&
    owners.every((one) => names.every((name) => checker.getPropertyOfType(one, name) !== undefined))
  );
}

function readsByIndex(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isElementAccessExpression(node)) {
    const key = checker.getTypeAtLocation(node.argumentExpression);
    return !hasAll(checker, checker.getTypeAtLocation(node.expression), namesOf(key));
  }
  if (ts.isPropertyAccessExpression(node)) return checker.getSymbolAtLocation(node.name) === undefined;
  // `const [first] = list`, `({ first } = record)` and the like are rare, so they always get the full check.
  if (ts.isArrayBindingPattern(node) || ts.isObjectBindingPattern(node)) {
    const names = node.elements.map((one) => ts.isBindingElement(one) && namedBy(one));
    return names.includes(false) || !hasAll(checker, checker.getTypeAtLocation(node), names as string[]);
  }
  if (ts.isForOfStatement(node)) return isPattern(node.initializer);
  return ts.isBinaryExpression(node) && isPattern(node.left) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

const isPattern = (node: ts.Node) => ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);

function namedBy({ propertyName, name, dotDotDotToken, parent }: ts.BindingElement): string | false {
  const named = propertyName ?? name;
  return ts.isObjectBindingPattern(parent) && dotDotDotToken === undefined && ts.isIdentifier(named)
    ? named.text
    : false;
}

/**
 * Whether a file contains a read by index or key that may find nothing. Only then can a stricter check give a different
 * result.
 */
export function mayFindNothing(checker: ts.TypeChecker, file: ts.SourceFile): boolean {
  const within = (node: ts.Node): boolean =>
    readsByIndex(checker, node) || ts.forEachChild(node, (child) => within(child) || undefined) === true;
  return within(file);
}
