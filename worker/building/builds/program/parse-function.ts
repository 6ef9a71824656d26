import ts from "typescript-compiler";

const maySayTypes = /@(?:param|arg|argument|type|typedef|callback|returns?|template|satisfies|import)\b/;

/** Words before a declaration that also exist in JavaScript. */
const plainModifiers = new Set([
  ts.SyntaxKind.AsyncKeyword,
  ts.SyntaxKind.StaticKeyword,
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.DefaultKeyword,
  ts.SyntaxKind.AccessorKeyword,
]);

const isOfType = (node: ts.Node) =>
  (ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isExportSpecifier(node) ||
    ts.isExportDeclaration(node)) &&
  node.isTypeOnly;

/** Whether a node exists only in TypeScript: a type, or syntax that JavaScript lacks. */
function isTyped(node: ts.Node): boolean {
  if (ts.isExpressionWithTypeArguments(node)) {
    const isImplemented = ts.isHeritageClause(node.parent) && node.parent.token === ts.SyntaxKind.ImplementsKeyword;
    return isImplemented || node.typeArguments !== undefined;
  }
  return (
    ts.isTypeNode(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isNonNullExpression(node) ||
    ts.isImportEqualsDeclaration(node) ||
    (ts.isParameter(node) && node.questionToken !== undefined) ||
    (ts.isModifier(node) && !plainModifiers.has(node.kind)) ||
    isOfType(node)
  );
}

const holdsTypes = (node: ts.Node): boolean => isTyped(node) || ts.forEachChild(node, holdsTypes) === true;

/**
 * Parses a Function. TypeScript reads the types in doc comments only in JavaScript. So a source without TypeScript
 * syntax is parsed as JavaScript if its comments may contain types.
 */
export function parseFunction(name: string, text: string): ts.SourceFile {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
  if (!maySayTypes.test(text) || holdsTypes(file)) return file;
  const plain = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  // Like `// @ts-check`: without it, TypeScript would not check JavaScript. The option would change how packages are
  // found.
  const checked = plain as ts.SourceFile & { checkJsDirective?: { enabled: boolean; pos: number; end: number } };
  checked.checkJsDirective ??= { enabled: true, pos: 0, end: 0 };
  return plain;
}
