import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import type { FunctionProgram } from "../program/program-factory.ts";
import { isIterator } from "./is-iterator.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";

export interface Handler {
  signature: ts.Signature;
  /** The declaration of the handler; we report problems with its types there. */
  node: ts.Node;
  input: ts.Symbol | undefined;
  context: ts.Symbol | undefined;
  /** The first paragraph of its doc comment, on one line. Empty without one. */
  description: string;
}

const example = "`export default async function name(input: Input, ctx: Context) { … }`";
const generatorRefused =
  "A handler cannot return a generator or another iterator, because JSON writes it as `{}`. Return a list, for example " +
  "`await Array.fromAsync(made())`. On an HTTP route you can stream: `return ctx.http.events(made())`, or `ctx.http.stream(made())`.";

const firstParagraph = (text: string) => (text.split(/\n\s*\n/, 1)[0] ?? "").replace(/\s+/g, " ").trim();

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

/** Whether the context of at least one kind of call fits the declared parameter. */
function acceptsContext({ program, checker }: FunctionProgram, parameter: ts.Symbol, node: ts.Node): boolean {
  const wanted = checker.getTypeOfSymbolAtLocation(parameter, node);
  const declared = checker.getAmbientModules().find((one) => one.name === '"ferrule"');
  if (declared === undefined)
    throw new Error(`The module "ferrule" is not declared in ${program.getRootFileNames().join(", ")}.`);
  return checker
    .getExportsOfModule(declared)
    .filter((one) => ["Context", "McpContext", "HttpContext", "RunContext"].includes(one.name))
    .some((one) => checker.isTypeAssignableTo(checker.getDeclaredTypeOfSymbol(one), wanted));
}

/** `({ a, b }: { a: string; b: number }, ctx: Context)`: parameters as members of one object. */
function inOneObject({ checker }: FunctionProgram, parameters: readonly ts.Symbol[], node: ts.Node): string {
  const names = parameters.map(({ name }) => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : "value"));
  const members = parameters.map((parameter, index) => {
    const declaration = parameter.valueDeclaration;
    const isOptional =
      declaration !== undefined && ts.isParameter(declaration) && checker.isOptionalParameter(declaration);
    const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, node));
    return `${names[index]}${isOptional ? "?" : ""}: ${checker.typeToString(type).slice(0, 80)}`;
  });
  return `\`({ ${names.join(", ")} }: { ${members.join("; ")} }, ctx: Context)\``;
}

/** A handler is called with two arguments: one object, and the context. */
function checkParameters(one: FunctionProgram, signature: ts.Signature, node: ts.Node): Diagnostic | null {
  const { checker, file } = one;
  const parameters = signature.getParameters();
  const [input, context, ...more] = parameters;
  if (input === undefined || context === undefined) return null;
  const isContext = acceptsContext(one, context, node);
  const isNeeded = ({ valueDeclaration: declaration }: ts.Symbol) =>
    declaration === undefined || !ts.isParameter(declaration) || !checker.isOptionalParameter(declaration);
  const tooMany = more.find(isNeeded);
  if (tooMany === undefined && isContext) return null;
  const isMeantAsContext = isContext || /^_*(?:ctx|context)$/i.test(context.name);
  if (tooMany === undefined && isMeantAsContext) {
    const message =
      'The second parameter must be the context. Write `ctx: Context` with `import type { Context } from "ferrule";`.';
    return diagnosticAt(file, context.valueDeclaration ?? node, "HANDLER_CONTEXT", message);
  }
  const members = [
    input,
    ...(isMeantAsContext ? [] : [context]),
    ...more.filter((each) => !acceptsContextOnly(one, each, node)),
  ];
  const wrong = isMeantAsContext ? (tooMany ?? context) : context;
  const what = `A handler is called with one object and the context; \`${wrong.name}\` would not be an argument of the caller.`;
  const fix = `Put it into the input, as a member of one object: ${inOneObject(one, members, node)}.`;
  return diagnosticAt(file, wrong.valueDeclaration ?? node, "HANDLER_PARAMETERS", `${what} ${fix}`);
}

/** Whether a parameter beyond the second is the context; `unknown` and `any`, which accept everything, do not count. */
function acceptsContextOnly(one: FunctionProgram, parameter: ts.Symbol, node: ts.Node): boolean {
  const { flags } = one.checker.getTypeOfSymbolAtLocation(parameter, node);
  if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return /^_*(?:ctx|context)$/i.test(parameter.name);
  return acceptsContext(one, parameter, node);
}

/** JSON writes an iterator as `{}`, so a handler must not return one. */
function checkIsNoGenerator({ checker, file }: FunctionProgram, signature: ts.Signature, node: ts.Node) {
  const returned = signature.getReturnType();
  const type = checker.getAwaitedType(returned) ?? returned;
  const isRefused = (part: ts.Type) => isIterator(part) && part.getProperty("toJSON") === undefined;
  if (!(type.isUnion() ? type.types : [type]).some(isRefused)) return null;
  return diagnosticAt(file, signature.declaration ?? node, "HANDLER_GENERATOR", generatorRefused);
}

/** Finds the default export and the facts in its types, or returns why there is no handler. */
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
  const problem = checkParameters(one, signature, node) ?? checkIsNoGenerator(one, signature, node);
  if (problem !== null) return problem;
  const [input, context] = signature.getParameters();
  const description = firstParagraph(docCommentOf(one, signature, [symbol, exported], place));
  return { signature, node, input, context, description };
}
