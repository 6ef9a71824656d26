import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import { isMissingAnnotation } from "../../../../contract/guest/compiler-options.ts";
import type { FunctionProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { absentGlobals } from "./absent-globals.ts";

/** TypeScript's errors for a missing module. `checkImports` reports it with the fix. */
const moduleNotFound = new Set([2307, 2306, 2792, 2732, 7016, 6053, 2688, 2726]);
/** "Cannot find name …" and its variants that suggest a library, Node's types or another spelling. */
const nameNotFound = new Set([2304, 2503, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2868]);
/** "Object is possibly undefined". `ctx.mcp` and `ctx.http` get a better text. */
const possiblyUndefined = new Set([2532, 18048]);

/** "Property … does not exist on type …". The members of a durable run get a better text. */
const propertyNotFound = 2339;
const ofRun = /^(?:step|sleep|waitFor|approve)$/;

function textOf(diagnostic: ts.Diagnostic): { code: DiagnosticCode; message: string } {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
  const code = `TS${diagnostic.code}` as const;
  const covered =
    diagnostic.file?.text.slice(diagnostic.start, (diagnostic.start ?? 0) + (diagnostic.length ?? 0)) ?? "";
  if (nameNotFound.has(diagnostic.code)) {
    const absent = absentGlobals.get(covered);
    if (absent !== undefined)
      return { code: absent.code, message: `\`${covered}\` does not exist in the sandbox. ${absent.fix}` };
    // TypeScript goes on to suggest `npm install` and changes to a tsconfig that a Function does not have.
    return { code, message: message.replace(/\. (?:Do you need to|Try) .*$/s, ".") };
  }
  const member = possiblyUndefined.has(diagnostic.code) ? /\.(mcp|http)$/.exec(covered)?.[1] : undefined;
  if (member !== undefined) {
    const [context, callers] = member === "mcp" ? ["McpContext", "MCP tools"] : ["HttpContext", "HTTP routes"];
    const fix = `Declare the parameter as \`ctx: ${context}\` when only ${callers} call this Function, or write \`${covered}?.\`.`;
    return { code, message: `${message} ${fix}` };
  }
  if (diagnostic.code === propertyNotFound && ofRun.test(covered) && message.includes("type 'Context'")) {
    const fix = `Declare the parameter as \`ctx: RunContext\`, and \`run: "durable"\` in the Function's config.`;
    return { code, message: `${message} ${fix}` };
  }
  return { code, message };
}

/** Whether a problem concerns a doc comment in plain JavaScript. Such code runs regardless of its comments. */
const isOfComment = (file: ts.SourceFile, { code, start = 0 }: ts.Diagnostic): boolean => {
  const isOnlyOfJavaScript = code >= 8_000 && code < 9_000;
  const opened = file.text.lastIndexOf("/**", start);
  const isInside = opened >= 0 && file.text.indexOf("*/", opened) >= start;
  return isOnlyOfJavaScript || (isInside && (file.flags & ts.NodeFlags.JavaScriptFile) !== 0);
};

/** The syntax errors or, if there are none, the type errors of the source. */
export function checkTypes({ program, file }: FunctionProgram): Diagnostic[] {
  const syntax = program.getSyntacticDiagnostics(file);
  const reported = syntax.length > 0 ? syntax : program.getSemanticDiagnostics(file);
  return reported
    .filter((one) => !isMissingAnnotation(one.code) && !moduleNotFound.has(one.code))
    .map((one) => {
      const { code, message } = textOf(one);
      const isError = one.category === ts.DiagnosticCategory.Error && !isOfComment(file, one);
      const severity = isError ? "error" : "warning";
      return diagnosticAt(file, one.start ?? 0, code, message, severity);
    });
}
