import ts from "typescript-compiler";

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Wraps a declaration file in `declare module "<name>" { … }`, so that many files can become one text. Such a block may
 * not have relative imports, so they become the names that `resolve` returns. A script file, whose declarations are
 * global, stays unchanged.
 */
export function ambientModule(
  name: string,
  file: ts.SourceFile,
  resolve: (specifier: string) => string | undefined,
): string {
  const edits: Edit[] = [];
  const remove = (node: ts.Node) => edits.push({ start: node.getStart(file), end: node.end, text: "" });
  const rename = (literal: ts.Expression | undefined) => {
    if (literal === undefined || !ts.isStringLiteral(literal)) return;
    const to = resolve(literal.text);
    if (to !== undefined && to !== literal.text)
      edits.push({ start: literal.getStart(file), end: literal.end, text: JSON.stringify(to) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) rename(node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) rename(node.expression);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) rename(node.argument.literal);
    ts.forEachChild(node, visit);
  };
  const isModule = ts.isExternalModule(file);
  for (const statement of file.statements) {
    const augments = ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name);
    if (isModule && (augments || ts.isNamespaceExportDeclaration(statement))) {
      remove(statement);
      continue;
    }
    if (isModule && ts.canHaveModifiers(statement)) {
      const declare = ts.getModifiers(statement)?.find(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);
      if (declare !== undefined) remove(declare);
    }
    visit(statement);
  }
  let text = file.text.replace(/^\uFEFF/, " ");
  for (const { start, end, text: by } of edits.sort((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end);
  text = text.replace(/^[ \t]*\/\/\/[ \t]*<reference\b.*$/gm, "").trim();
  return isModule ? `declare module ${JSON.stringify(name)} {\n${text}\n}\n` : `${text}\n`;
}
