import { answerRequests, uidOf } from "../messages/answer-requests.ts";
import {
  type Answered,
  type CompileAnswer,
  type CompileRequest,
  type MemberRequest,
  nothingDerived,
  type TestFileAnswer,
  type TestFileRequest,
  type TogetherRequest,
} from "../messages/build-messages.ts";
import { declareLibraries, type DeclareRequest } from "../declare-libraries/declare-libraries.ts";
import { libraryDiagnostic } from "../libraries/library-diagnostic.ts";
import { createLibraryOpener, noneOpened, type OpenedLibraries } from "../libraries/open-libraries.ts";
import { checkTestFile } from "./check-test-file.ts";
import { compileFunction } from "./compile-function.ts";
import { type CompileMember, compileTogether } from "./compile-together.ts";
import type { OpenedRequest } from "./opened-request.ts";
import { createProgramFactory, type ProgramFactory } from "../program/program-factory.ts";

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

async function checkTests(
  programs: ProgramFactory,
  { testFile, tested }: TestFileRequest,
  opening: Promise<OpenedLibraries>,
): Promise<Answered> {
  const { libraries, problems } = await opening;
  const { texts, ...body } = checkTestFile(programs, { testFile, tested: { ...tested, libraries } });
  const diagnostics = [...problems.map((one) => libraryDiagnostic(one, testFile.source)), ...body.diagnostics];
  const blobs = texts === null ? [] : [Buffer.from(JSON.stringify(texts))];
  return { body: { ...body, diagnostics } satisfies TestFileAnswer, blobs };
}

type Request = TestFileRequest | CompileRequest | DeclareRequest | TogetherRequest | MemberRequest;

async function compileOpened(
  programs: ProgramFactory,
  request: OpenedRequest,
  opening: Promise<OpenedLibraries>,
): Promise<CompileAnswer> {
  const { libraries, problems } = await opening;
  if (problems.length === 0) return compileFunction(programs.one, { ...request, libraries });
  const diagnostics = problems.map((one) => libraryDiagnostic(one, request.source));
  return { diagnostics, derived: nothingDerived };
}

/** Serves the worker's requests until the worker is gone, as the user in the arguments. */
export function serveCompiler(programs: ProgramFactory, [user]: string[]): void {
  let members: CompileMember = () => null;
  const open = createLibraryOpener();
  answerRequests(uidOf(user), async (request: Request, blobs) => {
    if ("testFile" in request) {
      const { libraries } = request.tested;
      const opening = libraries === undefined ? Promise.resolve(noneOpened) : open(libraries, blobs);
      return checkTests(programs, request, opening);
    }
    if ("declare" in request) {
      const { declarations, ...body } = declareLibraries(programs.one, await open(request.declare, blobs));
      return { body, blobs: [Buffer.from(declarations)] };
    }
    if ("member" in request) return { body: members(request.member) };
    if ("together" in request) {
      members = compileTogether(programs, request.together);
      return { body: null };
    }
    const { libraries, ...plain } = request;
    if (libraries === undefined) return { body: compileFunction(programs.one, plain) };
    return { body: await compileOpened(programs, plain, open(libraries, blobs)) };
  });
}
