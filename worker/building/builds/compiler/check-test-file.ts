import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { maxSourceBytes, type TestFileRequest } from "../messages/build-messages.ts";
import type { CoveredFile } from "../coverage/covered-file.ts";
import { checkGlobals } from "../check-source/check-globals.ts";
import { checkImports } from "../check-source/check-imports.ts";
import { checkLibraries } from "../check-source/check-libraries.ts";
import { checkTypes } from "../check-source/check-types.ts";
import { addCounters } from "../coverage/add-counters.ts";
import { coveredSources } from "../coverage/covered-sources.ts";
import { noLibraries } from "../libraries/build-libraries.ts";
import { isTestedImport, testModule } from "../program/tested-import.ts";
import type { OpenedRequest } from "./opened-request.ts";
import type { ProgramFactory, TestedProgram } from "../program/program-factory.ts";
import { typesOf } from "./types-of.ts";

export interface CheckedTestFile {
  diagnostics: Diagnostic[];
  covered: CoveredFile[];
  /** The texts with counters, by the names of their files. Null without coverage. */
  texts: Record<string, string> | null;
}

type Opened = Omit<TestFileRequest, "tested"> & { tested: OpenedRequest };

const mostDiagnostics = 100;
const placeOf = ({ line, column }: Diagnostic) => `${line}:${column}`;

const refused = (code: DiagnosticCode, message: string): CheckedTestFile => ({
  diagnostics: [{ severity: "error", code, message, line: 1, column: 1 }],
  covered: [],
  texts: null,
});

function findProblems(one: TestedProgram, { testFile, tested }: Opened): Diagnostic[] {
  const { libraries = noLibraries } = tested;
  const tests = { ...one, file: one.tests };
  const isTested = isTestedImport(testFile.slug);
  const isOwn = (specifier: string) => specifier === testModule || isTested(specifier);
  const found = [...checkImports(one.tests, libraries, isOwn), ...checkLibraries(tests, libraries)];
  const said = new Set(found.map(placeOf));
  found.push(...checkTypes(tests).filter((type) => !said.has(placeOf(type))));
  if (one.program.getSyntacticDiagnostics(one.tests).length > 0) return found;
  return [...found, ...checkGlobals(tests)];
}

function withCounters(one: TestedProgram): Pick<CheckedTestFile, "covered" | "texts"> {
  const made = coveredSources(one).map(({ name, file }, number) => ({ name, ...addCounters(file, number) }));
  const covered = made.map(({ name, lines, branches, functions }) => ({ name, lines, branches, functions }));
  return { covered, texts: Object.fromEntries(made.map(({ name, text }) => [name, text])) };
}

/** Checks the test file of a Function that builds, and puts counters into what it covers if requested. Runs nothing. */
export function checkTestFile(programs: ProgramFactory, opened: Opened): CheckedTestFile {
  const { testFile, tested } = opened;
  const bytes = Buffer.byteLength(testFile.source);
  if (bytes > maxSourceBytes) {
    const message = `The test file is ${Math.ceil(bytes / 1024)} KiB, and at most ${maxSourceBytes / 1024} KiB are run.`;
    return refused("SOURCE_TOO_LARGE", message);
  }
  try {
    const texts = { source: tested.source, tests: testFile.source };
    const { libraries = noLibraries } = tested;
    const one = programs.tested(texts, isTestedImport(testFile.slug), libraries, typesOf(tested));
    const diagnostics = findProblems(one, opened).slice(0, mostDiagnostics);
    return { diagnostics, ...(testFile.coverage ? withCounters(one) : { covered: [], texts: null }) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused("SOURCE_TOO_COMPLEX", "The test file is nested too deeply to be checked. Split its expressions.");
  }
}
