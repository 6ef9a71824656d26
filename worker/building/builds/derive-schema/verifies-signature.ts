import ts from "typescript-compiler";
import { guestFolder } from "../program/declaration-files.ts";
import type { FunctionProgram } from "../program/program-factory.ts";

/** A source without this word does not refer to `ctx.http.verifySignature`. */
const word = "verifySignature";

/**
 * Whether a Function's source refers to `ctx.http.verifySignature`: then its input is data that a sender of webhooks
 * signed. A reference may use a dot, brackets, destructuring or another name. In plain JavaScript, where the context
 * may have no type, any use of this name counts.
 */
export function verifiesSignature({ checker, file }: FunctionProgram): boolean {
  if (!file.text.includes(word)) return false;
  const isGuests = ({ declaration }: ts.Signature): boolean =>
    declaration !== undefined &&
    ts.isMethodSignature(declaration) &&
    declaration.name.getText() === word &&
    declaration.getSourceFile().fileName.startsWith(guestFolder);
  const refers = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node) || ts.isElementAccessExpression(node)) {
      const { parent } = node;
      const isRenamed = ts.isBindingElement(parent) && parent.propertyName === node;
      const type = checker.getTypeAtLocation(isRenamed ? parent.name : node);
      if (checker.getNonNullableType(type).getCallSignatures().some(isGuests)) return true;
      const name = ts.isIdentifier(node) ? node : node.argumentExpression;
      const isNamed = (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && name.text === word;
      if (isNamed && (type.flags & ts.TypeFlags.Any) !== 0) return true;
    }
    return ts.forEachChild(node, (child) => refers(child) || undefined) ?? false;
  };
  return refers(file);
}
