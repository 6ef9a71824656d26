import ts from "typescript-compiler";

/** The content of the doc comment about the declaration that follows. */
export interface DocComment {
  /** The comment's own place: its file and its offset. */
  place: string;
  /** The comment's first paragraph, on one line. */
  description: string;
  tags: { name: string; text: string }[];
}

/** Identifies a comment, so that unused comments can be found. */
export const commentPlace = (file: ts.SourceFile, start: number): string => `${file.fileName}:${start}`;

function read(doc: ts.JSDoc, place: string): DocComment {
  const [paragraph = ""] = (ts.getTextOfJSDocComment(doc.comment) ?? "").split(/\n\s*\n/, 1);
  const tags = (doc.tags ?? []).map(({ tagName, comment }) => ({
    name: tagName.text,
    text: (ts.getTextOfJSDocComment(comment) ?? "").trim(),
  }));
  return { place, description: paragraph.replace(/\s+/g, " ").trim(), tags };
}

/**
 * The doc comment of a declaration that is not first on its line: `{ /** … *\/ a: string }`. TypeScript attaches it to
 * the token before it.
 */
function commentBefore(declaration: ts.Node): DocComment | null {
  const file = declaration.getSourceFile();
  const { text } = file;
  const from = declaration.getFullStart();
  const found = ts.getTrailingCommentRanges(text, from)?.at(-1);
  if (found === undefined || !text.startsWith("/**", found.pos)) return null;
  // A comment at the end of a line belongs to that line's declaration.
  if (text.slice(found.end, declaration.getStart(file)).includes("\n")) return null;
  const comment = text.slice(found.pos, found.end);
  const alone = ts.createSourceFile("/comment.ts", `${comment}\nlet it;`, ts.ScriptTarget.ESNext, true);
  const [statement] = alone.statements;
  const doc = statement && ts.getJSDocCommentsAndTags(statement).findLast(ts.isJSDoc);
  return doc === undefined ? null : read(doc, commentPlace(file, found.pos));
}

/** The doc comment of one declaration. Null without one. */
export function docCommentOf(declaration: ts.Node): DocComment | null {
  const doc = ts.getJSDocCommentsAndTags(declaration).findLast(ts.isJSDoc);
  if (doc !== undefined) return read(doc, commentPlace(declaration.getSourceFile(), doc.pos));
  return commentBefore(declaration);
}

/** The same member in the types that its class or interface extends. */
function inherited(checker: ts.TypeChecker, member: ts.Declaration, name: string): ts.Declaration[] {
  const owner = member.parent as ts.Node | undefined;
  if (owner === undefined || !(ts.isInterfaceDeclaration(owner) || ts.isClassLike(owner))) return [];
  const bases = (owner.heritageClauses ?? []).flatMap(({ types }) => [...types]);
  return bases.flatMap((base) => checker.getTypeAtLocation(base).getProperty(name)?.declarations ?? []);
}

/** The doc comments of a symbol. If it has none, those of the member that it overrides. */
export function docCommentsOf(checker: ts.TypeChecker, symbol: ts.Symbol): DocComment[] {
  const read = (declarations: readonly ts.Declaration[], depth: number): DocComment[] => {
    const own = declarations.flatMap((one) => docCommentOf(one) ?? []);
    if (own.length > 0 || depth > 8) return own;
    const above = declarations.flatMap((one) => inherited(checker, one, symbol.name));
    return above.length === 0 ? [] : read(above, depth + 1);
  };
  return read(symbol.declarations ?? [], 0);
}
