import { answerRequests, endWithParent } from "../answer-requests.ts";
import type { CompileRequest } from "../build-messages.ts";
import { declareLibraries, type DeclareRequest } from "../declare-libraries/declare-libraries.ts";
import { compileFunction } from "./compile-function.ts";
import { createProgramFactory } from "./program-factory.ts";

type ProgramFactory = ReturnType<typeof createProgramFactory>;

/** Reads and binds the declarations, before the first Function's time starts; `folders`: of TypeScript's library and the guest types. */
export function prepareCompiler([typescript, guest]: string[]): ProgramFactory {
  if (typescript === undefined || guest === undefined)
    throw new Error("usage: <program> <TypeScript's library> <guest types>");
  const createProgram = createProgramFactory({ typescript, guest });
  compileFunction(createProgram, {
    source: "export default async function warm(input: { a: string[] }) { return input.a.map((one) => one.length); }",
    inputSchema: null,
    outputSchema: null,
    permissions: { secrets: [], hosts: [], collections: [], cache: false },
  });
  return createProgram;
}

/** Answers the worker's requests until it has gone. */
export function serveCompiler(createProgram: ProgramFactory): void {
  endWithParent();
  answerRequests((request: CompileRequest | DeclareRequest) =>
    "declare" in request ? declareLibraries(createProgram, request.declare) : compileFunction(createProgram, request),
  );
}
