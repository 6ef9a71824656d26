import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import { declaresFerrule } from "../program/declaration-files.ts";
import type { FunctionProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { literalText } from "./literal-text.ts";

/** The number of letters to change, add or remove. We compute it for names of up to 64 letters. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The probably intended name: it differs in at most a third of its letters. */
function nearest(wanted: string, names: readonly string[]): string | undefined {
  const lower = wanted.slice(0, 64).toLowerCase();
  const ranked = names
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.name;
}

/** Warns about `ctx.collection("…")` with a name that no collection of the Project has. */
export function checkCollections(
  { file, checker }: FunctionProgram,
  names: readonly string[] | undefined,
): Diagnostic[] {
  if (names === undefined) return [];
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    const argument = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (argument !== undefined && ts.isCallExpression(node) && isCollectionCall(checker, node)) {
      const { text, complete } = literalText(checker, argument);
      if (complete && !names.includes(text)) {
        const meant = nearest(text, names);
        const fix = meant === undefined ? "Create it before the Function is deployed." : `Did you mean "${meant}"?`;
        const message = `There is no collection "${text}" in this Project. ${fix}`;
        found.push(diagnosticAt(file, argument, "COLLECTION_UNKNOWN", message, "warning"));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isCollectionCall(checker: ts.TypeChecker, { expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "collection") return false;
  const owner = checker.getTypeAtLocation(expression.expression).symbol?.declarations ?? [];
  return owner.some((one) => declaresFerrule(one.getSourceFile().fileName));
}
