import ts from "typescript-compiler";
import { declaresFerrule } from "../program/declaration-files.ts";
import type { FunctionProgram } from "../program/program-factory.ts";
import { isGlobal } from "../check-source/check-globals.ts";
import { contextMember } from "../check-source/context-member.ts";
import { literalText } from "../check-source/literal-text.ts";

const changes: Readonly<Record<string, readonly string[]>> = {
  Cache: ["set", "delete"],
  Collection: ["insert", "upsert", "update", "delete"],
};
const reading = new Set(["GET", "HEAD"]);
/** Comments before a statement's first word. */
const before = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/|\()*/;
const writing =
  /^(?:insert|update|delete|merge|replace|truncate|create|alter|drop|grant|revoke|copy|call|do|lock|load)\b/i;
const writingWith = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b/i;

/** The value of a property of an object literal. */
function propertyOf(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  for (const one of node.properties)
    if (ts.isPropertyAssignment(one) && (ts.isIdentifier(one.name) || ts.isStringLiteralLike(one.name)))
      if (one.name.text === name) return one.initializer;
  return undefined;
}

/** The known method of a `fetch`, in capitals; undefined if nothing is known of it. */
function methodOf(checker: ts.TypeChecker, { arguments: [target, options] }: ts.CallExpression): string | undefined {
  const request = target !== undefined && ts.isNewExpression(target) ? target.arguments?.[1] : undefined;
  const method = propertyOf(options, "method") ?? propertyOf(request, "method");
  if (method === undefined) return undefined;
  const { text, complete } = literalText(checker, method);
  return complete ? text.toUpperCase() : undefined;
}

/** The type of the module `ferrule` that an expression has. */
function ownType({ checker }: FunctionProgram, node: ts.Expression): string | undefined {
  const symbol = checker.getTypeAtLocation(node).symbol as ts.Symbol | undefined;
  const declaration = symbol?.declarations?.[0];
  return declaration !== undefined && declaresFerrule(declaration.getSourceFile().fileName) ? symbol?.name : undefined;
}

/** Whether an expression is `ctx.collection(…)` of a context without a type. */
const isUntypedCollection = (one: FunctionProgram, node: ts.Expression, context: ts.Symbol | undefined): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === "collection" &&
  contextMember(one, node.expression.expression, context) === "Context";

function changedBy(one: FunctionProgram, call: ts.CallExpression, context: ts.Symbol | undefined): string | undefined {
  const { expression: callee } = call;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const method = callee.name.text;
  if (!Object.values(changes).some((methods) => methods.includes(method)) && method !== "begin") return undefined;
  const owner = callee.expression;
  const type = ownType(one, owner) ?? "";
  if (method === "begin" && (type === "Sql" || type === "SqlConnection"))
    return propertyOf(call.arguments[1], "readOnly")?.kind === ts.SyntaxKind.TrueKeyword ? undefined : "a transaction";
  if (contextMember(one, owner, context) === "Cache" && changes["Cache"]!.includes(method))
    return "a write to the cache";
  const isCollection = type === "Collection" || isUntypedCollection(one, owner, context);
  return isCollection && changes["Collection"]!.includes(method) ? "a change of a record" : undefined;
}

/** Whether the text of a statement begins with a word that writes. */
function writes(template: ts.TemplateLiteral): boolean {
  const head = ts.isNoSubstitutionTemplateLiteral(template) ? template.text : template.head.text;
  const text = head.replace(before, "");
  if (writing.test(text)) return true;
  const all = ts.isNoSubstitutionTemplateLiteral(template)
    ? text
    : [text, ...template.templateSpans.map(({ literal }) => literal.text)].join(" ");
  return /^with\b/i.test(text) && writingWith.test(all);
}

function isSqlTag(one: FunctionProgram, tag: ts.Expression, context: ts.Symbol | undefined): boolean {
  const type = ownType(one, tag) ?? "";
  // Within a transaction the transaction itself is reported.
  if (type === "Sql" || type === "SqlConnection") return true;
  const owner = ts.isCallExpression(tag) ? tag.expression : tag;
  return (
    ts.isPropertyAccessExpression(owner) &&
    owner.name.text === "sql" &&
    contextMember(one, owner.expression, context) === "Context"
  );
}

/**
 * What a node does outside of its Function that a repeated attempt would do again, in words; undefined if it does
 * nothing of the kind, or nothing is known of it.
 */
export function unsafeIn(one: FunctionProgram, node: ts.Node, context: ts.Symbol | undefined): string | undefined {
  if (ts.isTaggedTemplateExpression(node))
    return writes(node.template) && isSqlTag(one, node.tag, context) ? "a statement that writes" : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  if (!ts.isIdentifier(node.expression)) return changedBy(one, node, context);
  if (node.expression.text !== "fetch" || !isGlobal(one.checker, node.expression)) return undefined;
  const method = methodOf(one.checker, node);
  return method === undefined || reading.has(method) ? undefined : `a request with the method ${method}`;
}
