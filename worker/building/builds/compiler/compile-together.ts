// Why: docs/decisions/shared-type-checker.md
import ts from "typescript-compiler";
import { type CompileRequest, maxSourceBytes, type MemberAnswer } from "../messages/build-messages.ts";
import { checkFunction } from "./check-function.ts";
import { withCheckedIndexes } from "../program/compiler-options.ts";
import { parseAmong, type ProgramFactory, type WholeProgram } from "../program/program-factory.ts";
import { typesOf } from "./types-of.ts";

/** Compiles one of the Functions, by its index. Null: it must be compiled alone. */
export type CompileMember = (index: number) => MemberAnswer;

/**
 * Whether a file declares something outside itself: `declare global`, `declare module "x"`, or a reference to other
 * declarations. Such a file would change what its neighbours see.
 */
function reachesOut(file: ts.SourceFile): boolean {
  const references = [file.referencedFiles, file.typeReferenceDirectives, file.libReferenceDirectives];
  return (
    !ts.isExternalModule(file) ||
    references.some(({ length }) => length > 0) ||
    file.statements.some(
      (one) =>
        ts.isNamespaceExportDeclaration(one) ||
        (ts.isModuleDeclaration(one) &&
          (ts.isStringLiteralLike(one.name) || (one.flags & ts.NodeFlags.GlobalAugmentation) !== 0)),
    )
  );
}

/** Undefined when the source is nested too deeply to be parsed. */
function parsed(index: number, source: string): ts.SourceFile | undefined {
  try {
    return parseAmong(index, source);
  } catch {
    return undefined;
  }
}

/**
 * Compiles Functions without Libraries with one checker. A new checker would have to read the library and the sandbox's
 * types again, which costs as much as checking a small Function. No Function sees another's types.
 *
 * It only returns results for valid Functions without unusual features. A Function with a diagnostic is compiled again
 * alone, so that no text names something from another Function. After an error, all later Functions are compiled alone
 * too: the error may have stopped the checker in the middle of a type that they share.
 */
export function compileTogether(programs: ProgramFactory, requests: readonly CompileRequest[]): CompileMember {
  const types = requests[0] === undefined ? "" : typesOf(requests[0]);
  const places = new Map<number, number>();
  const files: ts.SourceFile[] = [];
  for (const [index, { source, libraries, ...request }] of requests.entries()) {
    const isPlain =
      libraries === undefined && typesOf(request) === types && Buffer.byteLength(source) <= maxSourceBytes;
    const file = isPlain ? parsed(index, source) : undefined;
    if (file !== undefined && !reachesOut(file)) places.set(index, files.push(file) - 1);
  }
  const plain = once(() => programs.together(files, undefined, types));
  const checked = once(() => programs.together(files, withCheckedIndexes, types));
  let isSpoiled = false;

  return (index) => {
    const [request, place] = [requests[index], places.get(index)];
    if (request === undefined || place === undefined || isSpoiled) return null;
    const inOf = (all: readonly WholeProgram[]) => all[place] as WholeProgram;
    try {
      const answer = checkFunction(inOf(plain()), { ...request, libraries: undefined }, () => inOf(checked()));
      isSpoiled = answer.diagnostics.some(({ severity }) => severity === "error");
      return answer.diagnostics.length === 0 ? answer : null;
    } catch {
      // The checker's stack overflowed, or worse. Compiling this source alone will report that.
      isSpoiled = true;
      return null;
    }
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
