import { answerRequests, endWithParent } from "../answer-requests.ts";
import type { CompileRequest } from "../build-messages.ts";
import { declareLibraries, type DeclareRequest } from "../declare-libraries/declare-libraries.ts";
import { compileFunction } from "./compile-function.ts";
import { createProgramFactory } from "./program-factory.ts";

const [typescript, guest] = process.argv.slice(2);
if (typescript === undefined || guest === undefined)
  throw new Error("usage: main.ts <TypeScript's library> <guest types>");

endWithParent();
const createProgram = createProgramFactory({ typescript, guest });
// Reads and binds the declarations before the first Function's time starts.
compileFunction(createProgram, {
  source: "export default async function warm(input: { a: string[] }) { return input.a.map((one) => one.length); }",
  inputSchema: null,
  outputSchema: null,
  permissions: { secrets: [], hosts: [], collections: [], cache: false },
});
answerRequests((request: CompileRequest | DeclareRequest) =>
  "declare" in request ? declareLibraries(createProgram, request.declare) : compileFunction(createProgram, request),
);
