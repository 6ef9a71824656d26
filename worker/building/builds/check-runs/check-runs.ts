import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import type { FunctionProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { contextMember } from "../check-source/context-member.ts";
import { changingPart } from "./changing-name.ts";
import { aboveQuestions } from "./above-questions.ts";
import type { Found, Named } from "./found.ts";
import { isQuestion, mayAsk } from "./check-questions.ts";
import { unsafeIn } from "./unsafe-call.ts";

/** Members of the context whose first argument is the name of a step. */
const named = new Set(["step", "sleep", "waitFor", "approve"]);
/** Words without which a source has no step. */
const mentions = /\b(?:step|sleep|waitFor|approve|runs)\b/;

/** The functions of the file that have names, by their nodes. The handler is not one of them. */
function namedFunctions({ checker, file }: FunctionProgram): Map<ts.Node, Named> {
  const functions = new Map<ts.Node, Named>();
  const visit = (node: ts.Node): void => {
    const isDefault =
      ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
    if (ts.isFunctionDeclaration(node) && node.name !== undefined && isDefault !== true) {
      const symbol = checker.getSymbolAtLocation(node.name);
      if (symbol !== undefined) functions.set(node, symbol);
    }
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const isFunction = ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer);
      const symbol = isFunction ? checker.getSymbolAtLocation(node.name) : undefined;
      if (symbol !== undefined) functions.set(node.initializer, symbol);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return functions;
}

/** The member of a run that a call uses, as it is written: `step`, `runs.wait`. */
function memberOf(one: FunctionProgram, call: ts.CallExpression, context: ts.Symbol | undefined): string | undefined {
  const { expression: callee } = call;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  if (named.has(name)) return contextMember(one, callee.expression, context) === "Context" ? name : undefined;
  const owner = callee.expression;
  if ((name !== "wait" && name !== "start") || !ts.isPropertyAccessExpression(owner) || owner.name.text !== "runs")
    return undefined;
  return contextMember(one, owner.expression, context) === "Context" ? `runs.${name}` : undefined;
}

/** Warns about a name that differs in each attempt, so that no attempt would find its result. */
function checkName(one: FunctionProgram, call: ts.CallExpression, member: string): Diagnostic[] {
  const [name] = call.arguments;
  const part = name === undefined || member === "runs.start" ? undefined : changingPart(one, name);
  if (name === undefined || part === undefined) return [];
  const message = `\`${part}\` differs in each attempt of the run, so no attempt finds the result of this step. Use a name that stays the same.`;
  return [diagnosticAt(one.file, name, "STEP_NAME_CHANGES", message, "warning")];
}

/** Walks the file, and notes what stands in steps, and what does not. */
function walk(one: FunctionProgram, context: ts.Symbol | undefined): Found {
  const { file, checker } = one;
  const functions = namedFunctions(one);
  const symbols = new Map([...functions.values()].map((symbol) => [symbol.name, symbol]));
  const found: Found = { unsafe: [], uses: [], asked: [], diagnostics: [] };
  const symbolOf = (node: ts.Identifier): Named | undefined => {
    const wanted = symbols.has(node.text) ? checker.getSymbolAtLocation(node) : undefined;
    return wanted !== undefined && [...functions.values()].includes(wanted) ? wanted : undefined;
  };

  function visitStep(call: ts.CallExpression, owner: Named | undefined, isInStep: boolean): void {
    const callback = call.arguments[1];
    for (const argument of [call.expression, ...call.arguments])
      if (argument !== callback) visit(argument, owner, isInStep);
    if (callback !== undefined) visit(callback, owner, true);
  }

  function visit(node: ts.Node, owner: Named | undefined, isInStep: boolean): void {
    const own = functions.get(node);
    if (own !== undefined && !isInStep) return ts.forEachChild(node, (child) => visit(child, own, false));
    if (ts.isIdentifier(node) && !isInStep) {
      const used = symbolOf(node);
      const isDeclaration = node.parent !== undefined && "name" in node.parent && node.parent.name === node;
      if (used !== undefined && !isDeclaration) found.uses.push({ node, of: used, owner });
    }
    if (!isInStep) {
      const what = unsafeIn(one, node, context);
      if (what !== undefined) found.unsafe.push({ node, what, owner });
      if (ts.isCallExpression(node) && isQuestion(one, node, context)) found.asked.push({ node, owner });
    }
    const member = ts.isCallExpression(node) ? memberOf(one, node, context) : undefined;
    if (member === undefined) return ts.forEachChild(node, (child) => visit(child, owner, isInStep));
    const call = node as ts.CallExpression;
    found.diagnostics.push(...checkName(one, call, member));
    if (isInStep) {
      const message = `\`${member}\` cannot stand in the callback of a step. Move it before or after the step.`;
      found.diagnostics.push(diagnosticAt(file, call, "STEP_IN_STEP", message));
    }
    if (member === "step") return visitStep(call, owner, isInStep);
    ts.forEachChild(call, (child) => visit(child, owner, isInStep));
  }
  visit(file, undefined, false);
  return found;
}

/** The named functions that the handler or the module uses outside of steps, directly or through each other. */
function usedOutside({ uses }: Found): Set<Named | undefined> {
  const reached = new Set<Named | undefined>([undefined]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const { of, owner } of uses) if (reached.has(owner)) reached.add(of);
  }
  return reached;
}

/** Warns about members of a run in a Function that is not durable. */
function checkPlain(one: FunctionProgram, context: ts.Symbol | undefined): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    const member = ts.isCallExpression(node) ? memberOf(one, node, context) : undefined;
    // In a call through MCP, steps keep their results while it asks.
    const isOfCall = member === "step" && /\bMcpContext\b|\belicit\b/.test(one.file.text);
    if (member !== undefined && member !== "runs.start" && !isOfCall) {
      const message = `\`${member}\` needs a durable run, so it will be refused when it runs. Set \`run: "durable"\` in the Function's config.`;
      found.push(diagnosticAt(one.file, node, "RUN_NOT_DURABLE", message, "warning"));
    }
    ts.forEachChild(node, visit);
  };
  visit(one.file);
  return found;
}

/** Warns about effects above a question: after the answer, the Function runs again from its top. */
function checkAbove(one: FunctionProgram, context: ts.Symbol | undefined): Diagnostic[] {
  return aboveQuestions(walk(one, context)).map(({ node, what }) => {
    const message = `The Function runs again when the question below is answered, and does this again: ${what} outside of a step. Put it into \`ctx.step\`.`;
    return diagnosticAt(one.file, node, "QUESTION_UNSAFE_OUTSIDE_STEP", message, "warning");
  });
}

/**
 * Checks how a Function uses its run. Code outside of steps runs again in each attempt, so it warns about effects there;
 * a step in another step is an error. Code that it cannot follow, such as a Library, is not reported.
 */
export function checkRuns(one: FunctionProgram, context: ts.Symbol | undefined, isDurable: boolean): Diagnostic[] {
  if (!isDurable) {
    const { text } = one.file;
    return [
      ...(mentions.test(text) ? checkPlain(one, context) : []),
      ...(mayAsk([text]) ? checkAbove(one, context) : []),
    ];
  }
  const found = walk(one, context);
  const reached = usedOutside(found);
  for (const { node, what, owner } of found.unsafe) {
    if (!reached.has(owner)) continue;
    const message = `Each attempt of the run does this again: ${what} outside of a step. Put it into \`ctx.step\`.`;
    found.diagnostics.push(diagnosticAt(one.file, node, "RUN_UNSAFE_OUTSIDE_STEP", message, "warning"));
  }
  return found.diagnostics;
}
