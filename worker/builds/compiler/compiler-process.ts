import { answerRequests, uidOf } from "../answer-requests.ts";
import type { CompileRequest } from "../build-messages.ts";
import { declareLibraries, type DeclareRequest } from "../declare-libraries/declare-libraries.ts";
import { compileFunction } from "./compile-function.ts";
import { createProgramFactory } from "./program-factory.ts";

type ProgramFactory = ReturnType<typeof createProgramFactory>;

/**
 * Reads and binds the declarations before the first Function's time limit starts. Arguments: the user, and the folders
 * of TypeScript's library and of the guest types.
 */
export function prepareCompiler([, typescript, guest]: string[]): ProgramFactory {
  if (typescript === undefined || guest === undefined)
    throw new Error("usage: <program> <uid or -> <TypeScript's library> <guest types>");
  const createProgram = createProgramFactory({ typescript, guest });
  compileFunction(createProgram, {
    source: "export default async function warm(input: { a: string[] }) { return input.a.map((one) => one.length); }",
    inputSchema: null,
    outputSchema: null,
    permissions: { secrets: [], hosts: [], collections: [], cache: false },
  });
  return createProgram;
}

/** Answers the worker's requests until it is gone, as the user in the arguments. */
export function serveCompiler(createProgram: ProgramFactory, [user]: string[]): void {
  answerRequests(uidOf(user), (request: CompileRequest | DeclareRequest) =>
    "declare" in request ? declareLibraries(createProgram, request.declare) : compileFunction(createProgram, request),
  );
}
