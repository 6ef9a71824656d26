import ts from "typescript-compiler";
import { guestFolder } from "../compiler/declaration-files.ts";
import type { FunctionProgram } from "../compiler/program-factory.ts";

/** Without this word no source calls `ctx.http.verifySignature`. */
const word = "verifySignature";

/**
 * Whether the source of a Function calls `ctx.http.verifySignature`, so that its input is what a sender of webhooks
 * signed. In plain JavaScript, where the context may have no type, a call by this name counts.
 */
export function verifiesSignature({ checker, file }: FunctionProgram): boolean {
  if (!file.text.includes(word)) return false;
  const isCalled = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
      if (ts.isIdentifier(name) && name.text === word) {
        const declared = checker.getResolvedSignature(node)?.declaration?.getSourceFile().fileName;
        if (declared === undefined || declared.startsWith(guestFolder)) return true;
      }
    }
    return ts.forEachChild(node, (child) => isCalled(child) || undefined) ?? false;
  };
  return isCalled(file);
}
