import type { OnLoadResult, OnResolveArgs, OnResolveResult } from "esbuild";
import type { CoveredFile } from "../coverage/covered-file.ts";
import { countersName } from "../coverage/counters-name.ts";
import { isTestedImport, testModule } from "../program/tested-import.ts";

/** The parts of a program of tests besides the Function and its Libraries. */
export interface TestProgram {
  slug: string;
  /** The text of the test file. */
  source: string;
  /** The module `ferrule/test`, without imports. */
  framework: string;
  files: readonly CoveredFile[];
  /** The texts with counters, by the names of their files. Undefined without coverage. */
  covered: Record<string, string> | undefined;
}

export const testNamespace = "tests";
export const programFile = "test-program.ts";
export const testsFile = "function.test.ts";
export const frameworkFile = "ferrule-test.js";
const countersFile = "counters.js";

/** The framework comes first, so that its clock stands before anything of the Function runs. */
const program = `import { open } from "${testModule}";
import "${countersFile}";
import * as tested from "function.ts";
import "${testsFile}";
export default open(tested);
`;

function counters(files: readonly CoveredFile[]): string {
  const made = files.map(({ lines, branches, functions }, number) => {
    const of = [lines.length, branches, functions].map((length) => `new Array(${length}).fill(0)`);
    return `globalThis.${countersName(number)} = { s: ${of[0]}, b: ${of[1]}, f: ${of[2]} };\n`;
  });
  return `${made.join("")}globalThis.__ferrule_covered = [${files.map((_, number) => countersName(number)).join()}];\n`;
}

const inTests = (path: string): OnResolveResult => ({ path, namespace: testNamespace, sideEffects: true });

/** Resolves the imports that only a program of tests has. Undefined for any other. */
export function resolveOfTests(
  { slug }: Pick<TestProgram, "slug">,
  { kind, path, namespace, importer }: OnResolveArgs,
): OnResolveResult | undefined {
  if (kind === "entry-point" && path === programFile) return inTests(path);
  if (namespace !== testNamespace) return undefined;
  if (path === testModule) return inTests(frameworkFile);
  const isProgram = importer.endsWith(programFile);
  if (isProgram && (path === testsFile || path === countersFile)) return inTests(path);
  const isTested = isProgram ? path === "function.ts" : isTestedImport(slug)(path);
  return isTested ? { path: "function.ts", namespace: "function" } : undefined;
}

/** The text of one of these files. */
export function textOfTests(tests: TestProgram | undefined, path: string): OnLoadResult & { contents: string } {
  if (path === programFile) return { contents: program, loader: "js" };
  if (path === frameworkFile) return { contents: tests?.framework ?? "", loader: "js" };
  if (path === countersFile) return { contents: counters(tests?.files ?? []), loader: "js" };
  return { contents: tests?.source ?? "", loader: "ts" };
}
