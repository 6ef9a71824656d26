import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import type { FunctionProgram } from "../compiler/program-factory.ts";
import { diagnosticAt } from "../diagnostic-at.ts";

export interface Handler {
  signature: ts.Signature;
  /** Where the handler is declared, which is where problems with its types are reported. */
  node: ts.Node;
  input: ts.Symbol | undefined;
  context: ts.Symbol | undefined;
  /** The first sentence of its doc comment. Empty without one. */
  description: string;
}

const example = "`export default async function name(input: Input, ctx: Context) { … }`";
/** Created on first use, because no snapshot of this process can hold it. */
let sentences: Intl.Segmenter | undefined;

function firstSentence(text: string): string {
  const paragraph =
    text
      .split(/\n\s*\n/, 1)[0]
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  if (paragraph === "") return "";
  sentences ??= new Intl.Segmenter("en", { granularity: "sentence" });
  for (const { segment } of sentences.segment(paragraph)) return segment.trim();
  return "";
}

function docCommentOf(
  { checker }: FunctionProgram,
  signature: ts.Signature,
  symbols: ts.Symbol[],
  node: ts.Node,
): string {
  const parts = [
    signature.getDocumentationComment(checker),
    ...symbols.map((one) => one.getDocumentationComment(checker)),
  ];
  const written = parts.map((one) => ts.displayPartsToString(one)).find((text) => text !== "");
  if (written !== undefined) return written;
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment;
  return ts.getTextOfJSDocComment(comment) ?? "";
}

/** Whether the context of some kind of call fits the declared parameter. */
function acceptsContext({ program, checker }: FunctionProgram, parameter: ts.Symbol, node: ts.Node): boolean {
  const wanted = checker.getTypeOfSymbolAtLocation(parameter, node);
  const declared = checker.getAmbientModules().find((one) => one.name === '"ferrule"');
  if (declared === undefined)
    throw new Error(`The module "ferrule" is not declared in ${program.getRootFileNames().join(", ")}.`);
  return checker
    .getExportsOfModule(declared)
    .filter((one) => ["Context", "McpContext", "HttpContext"].includes(one.name))
    .some((one) => checker.isTypeAssignableTo(checker.getDeclaredTypeOfSymbol(one), wanted));
}

/** Finds the default export and what its types say, or returns why there is no handler. */
export function findHandler(one: FunctionProgram): Handler | Diagnostic {
  const { checker, file } = one;
  const module = checker.getSymbolAtLocation(file);
  const exported = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === "default");
  if (exported === undefined) {
    return diagnosticAt(file, 0, "NO_DEFAULT_EXPORT", `There is no default export. Export the handler: ${example}.`);
  }
  const symbol = (exported.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(exported) : exported;
  const place = exported.declarations?.[0] ?? file;
  const type = checker.getTypeOfSymbolAtLocation(symbol, place);
  // Among overloads the last is the widest, and TypeScript's own inference uses it too.
  const signature = type.getCallSignatures().at(-1);
  if (signature === undefined) {
    const what = checker.typeToString(type, place, ts.TypeFormatFlags.NoTruncation).slice(0, 80);
    return diagnosticAt(
      file,
      place,
      "HANDLER_NOT_FUNCTION",
      `The default export is not a function but \`${what}\`. Export the handler: ${example}.`,
    );
  }
  const declared = symbol.valueDeclaration ?? symbol.declarations?.[0] ?? place;
  const node = declared.getSourceFile() === file ? declared : place;
  const [input, context, ...more] = signature.getParameters();
  const tooMany = more.find((parameter) => {
    const declaration = parameter.valueDeclaration;
    return declaration === undefined || !ts.isParameter(declaration) || !checker.isOptionalParameter(declaration);
  });
  if (tooMany !== undefined) {
    const message = `A handler is called with the input and the context alone; \`${tooMany.name}\` would be undefined. Put it into the input.`;
    return diagnosticAt(file, tooMany.valueDeclaration ?? node, "HANDLER_PARAMETERS", message);
  }
  if (context !== undefined && !acceptsContext(one, context, node)) {
    const message =
      'The second parameter must be the context. Write `ctx: Context` with `import type { Context } from "ferrule";`.';
    return diagnosticAt(file, context.valueDeclaration ?? node, "HANDLER_CONTEXT", message);
  }
  const description = firstSentence(docCommentOf(one, signature, [symbol, exported], place));
  return { signature, node, input, context, description };
}
