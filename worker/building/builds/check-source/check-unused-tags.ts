import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import { sourceFolder } from "../program/library-files.ts";
import type { WholeProgram } from "../program/program-factory.ts";
import { commentPlace, docCommentOf } from "../derive-schema/doc-comment.ts";
import { bindingTags } from "../derive-schema/doc-tags.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";

const masks = ["sensitive", "writeOnly"];
const tagIn = new RegExp(`(?:^|[\\s*])@(${bindingTags.join("|")})\\b`);
const maskIn = new RegExp(`(?:^|[\\s*/])@(${masks.join("|")})\\b`);
const [everyTag, everyMask] = [tagIn, maskIn].map(({ source }) => new RegExp(source, "g")) as [RegExp, RegExp];

const keyword: Record<string, string> = { sensitive: "x-sensitive", writeOnly: "writeOnly" };

function sentence(tag: string, isDoc: boolean): string {
  const lost = `\`@${tag}\` here is in no schema, so it does nothing.`;
  if (!isDoc) return `${lost} Only comments that begin with \`/**\` count.`;
  const byHand = masks.includes(tag) ? ` In a schema that you set by hand, write \`"${keyword[tag]}": true\`.` : "";
  const where = "a property, index signature, type alias, interface, enum, tuple member or the input parameter";
  return `${lost} It counts directly before ${where}, where that is part of the input or the output.${byHand}`;
}

/** Every comment of a source, once. */
function commentsOf(file: ts.SourceFile): Map<number, ts.CommentRange> {
  const found = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    for (const child of node.getChildren(file)) {
      if (ts.isJSDoc(child)) continue;
      const at = child.getFullStart();
      const around = [ts.getTrailingCommentRanges(file.text, at), ts.getLeadingCommentRanges(file.text, at)];
      for (const range of around.flatMap((one) => one ?? [])) found.set(range.pos, range);
      visit(child);
    }
  };
  visit(file);
  return found;
}

/** Whether a schema uses the comment of every tag in the text. Finding the comments needs a walk over all tokens. */
function areAllUsed(file: ts.SourceFile, used: ReadonlySet<string>): boolean {
  const { text } = file;
  for (const { index } of [...text.matchAll(everyTag), ...text.matchAll(everyMask)]) {
    const from = text.lastIndexOf("/**", index);
    if (from < 0 || !used.has(commentPlace(file, from)) || text.slice(from, index).includes("*/")) return false;
  }
  return true;
}

function ownUnused(file: ts.SourceFile, used: ReadonlySet<string>): Diagnostic[] {
  if (areAllUsed(file, used)) return [];
  return [...commentsOf(file).values()].flatMap(({ pos, end }) => {
    const text = file.text.slice(pos, end);
    const isDoc = text.startsWith("/**");
    const tag = (isDoc ? tagIn : maskIn).exec(text)?.[1];
    if (tag === undefined || used.has(commentPlace(file, pos))) return [];
    return [diagnosticAt(file, pos, "SCHEMA_TAG_UNUSED", sentence(tag, isDoc), "warning")];
  });
}

/** Library types that are marked as sensitive and imported by name, but that no schema uses. */
function importedUnused({ file, checker }: WholeProgram, used: ReadonlySet<string>): Diagnostic[] {
  const names = file.statements.flatMap((statement) => {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    return bindings !== undefined && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
  return names.flatMap((specifier) => {
    const named = checker.getSymbolAtLocation(specifier.name);
    const symbol = named && (named.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(named) : named;
    const declaration = symbol?.declarations?.find((one) => one.getSourceFile().fileName.startsWith(sourceFolder));
    const comment = declaration === undefined ? null : docCommentOf(declaration);
    const tag = comment?.tags.find(({ name }) => masks.includes(name))?.name;
    if (comment === null || tag === undefined || used.has(comment.place)) return [];
    const message = `\`@${tag}\` of \`${specifier.name.text}\` is in no schema, so it does nothing here. Put it on the property that has this type.`;
    return [diagnosticAt(file, specifier, "SCHEMA_TAG_UNUSED", message, "warning")];
  });
}

/**
 * Warns about tags in comments that no schema uses. Without its tag, a value that should be hidden would be recorded in
 * clear, or a wrong value accepted. `used` lists the places of the comments that the schemas use.
 */
export function checkUnusedTags(one: WholeProgram, used: ReadonlySet<string>): Diagnostic[] {
  return [...ownUnused(one.file, used), ...importedUnused(one, used)];
}
