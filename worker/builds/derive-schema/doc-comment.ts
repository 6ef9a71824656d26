import ts from "typescript-compiler";

/** What a doc comment says of the declaration that it stands before. */
export interface DocComment {
  /** Of the comment itself: its file and its offset. */
  place: string;
  /** Its first paragraph, on one line. */
  description: string;
  tags: { name: string; text: string }[];
}

/** Names a comment, so that what nobody has read can be found. */
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
 * The doc comment on the line of a declaration, after something else: `{ /** … *\/ a: string }`. TypeScript takes it for one of
 * what stands before it.
 */
function commentBefore(declaration: ts.Node): DocComment | null {
  const file = declaration.getSourceFile();
  const { text } = file;
  const from = declaration.getFullStart();
  const found = ts.getTrailingCommentRanges(text, from)?.at(-1);
  if (found === undefined || !text.startsWith("/**", found.pos)) return null;
  // At the end of a line it belongs to what that line declares.
  if (text.slice(found.end, declaration.getStart(file)).includes("\n")) return null;
  const comment = text.slice(found.pos, found.end);
  const alone = ts.createSourceFile("/comment.ts", `${comment}\nlet it;`, ts.ScriptTarget.ESNext, true);
  const [statement] = alone.statements;
  const doc = statement && ts.getJSDocCommentsAndTags(statement).findLast(ts.isJSDoc);
  return doc === undefined ? null : read(doc, commentPlace(file, found.pos));
}

/** The doc comment of one declaration; null without one. */
export function docCommentOf(declaration: ts.Node): DocComment | null {
  const doc = ts.getJSDocCommentsAndTags(declaration).findLast(ts.isJSDoc);
  if (doc !== undefined) return read(doc, commentPlace(declaration.getSourceFile(), doc.pos));
  return commentBefore(declaration);
}

/** The same member in what its class or interface extends. */
function inherited(checker: ts.TypeChecker, member: ts.Declaration, name: string): ts.Declaration[] {
  const owner = member.parent as ts.Node | undefined;
  if (owner === undefined || !(ts.isInterfaceDeclaration(owner) || ts.isClassLike(owner))) return [];
  const bases = (owner.heritageClauses ?? []).flatMap(({ types }) => [...types]);
  return bases.flatMap((base) => checker.getTypeAtLocation(base).getProperty(name)?.declarations ?? []);
}

/** The doc comments of a symbol, or where it has none those of the member that it overrides. */
export function docCommentsOf(checker: ts.TypeChecker, symbol: ts.Symbol): DocComment[] {
  const read = (declarations: readonly ts.Declaration[], depth: number): DocComment[] => {
    const own = declarations.flatMap((one) => docCommentOf(one) ?? []);
    if (own.length > 0 || depth > 8) return own;
    const above = declarations.flatMap((one) => inherited(checker, one, symbol.name));
    return above.length === 0 ? [] : read(above, depth + 1);
  };
  return read(symbol.declarations ?? [], 0);
}
