import { answerRequests, uidOf } from "../answer-requests.ts";
import type { CompileRequest, MemberRequest, TogetherRequest } from "../build-messages.ts";
import { declareLibraries, type DeclareRequest } from "../declare-libraries/declare-libraries.ts";
import { compileFunction } from "./compile-function.ts";
import { type CompileMember, compileTogether } from "./compile-together.ts";
import { createProgramFactory, type ProgramFactory } from "./program-factory.ts";

/**
 * Reads and binds the declarations before the first Function's time limit starts. Arguments: the user, and the folders
 * of TypeScript's library and of the guest types.
 */
export function prepareCompiler([, typescript, guest]: string[]): ProgramFactory {
  if (typescript === undefined || guest === undefined)
    throw new Error("usage: <program> <uid or -> <TypeScript's library> <guest types>");
  const programs = createProgramFactory({ typescript, guest });
  compileFunction(programs.one, {
    source: "export default async function warm(input: { a: string[] }) { return input.a.map((one) => one.length); }",
    inputSchema: null,
    outputSchema: null,
    permissions: { secrets: [], hosts: [], collections: [], cache: false },
  });
  return programs;
}

type Request = CompileRequest | DeclareRequest | TogetherRequest | MemberRequest;

/** Answers the worker's requests until it is gone, as the user in the arguments. */
export function serveCompiler(programs: ProgramFactory, [user]: string[]): void {
  let members: CompileMember = () => null;
  answerRequests(uidOf(user), (request: Request) => {
    if ("declare" in request) return declareLibraries(programs.one, request.declare);
    if ("member" in request) return members(request.member);
    if (!("together" in request)) return compileFunction(programs.one, request);
    members = compileTogether(programs, request.together);
    return null;
  });
}
