import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { TestRun } from "@ferrule/contract/resources/test-run.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import type { Exit } from "../exit-codes.ts";
import { nearest } from "../../folder/read-tree.ts";
import type { ProjectFolder } from "../project/reading/read-project.ts";
import { coverageText, lcovText } from "./coverage-text.ts";
import { junitText } from "./junit-text.ts";
import { specText } from "./spec-text.ts";

export interface TestOptions {
  watch?: boolean;
  coverage?: boolean;
  coverageReport?: "lcov";
  name?: string;
  bail?: boolean;
  reporter: "spec" | "junit";
  output?: string;
  from?: string;
}

/** What is to be tested: a folder, and the Functions of it by slug; all of them where the list is empty. */
export interface Tested {
  folder: ProjectFolder;
  source: GivenProjectSource;
  slugs: readonly string[];
}

const lcovPath = "coverage/lcov.info";

/** @throws CommandError for a slug that the folder does not have, or that has no tests */
export function checkSlugs({ source, slugs }: Tested): void {
  const all = source.functions.map(({ slug }) => slug);
  for (const slug of slugs) {
    const found = source.functions.find((one) => one.slug === slug);
    if (found === undefined)
      throw new CommandError("NOT_FOUND", `The folder has no Function ${slug}${nearest(slug, all)}.`, {
        exit: "usage",
      });
    if (!found.tests)
      throw new CommandError("NO_TESTS", `${slug} has no tests.`, {
        exit: "usage",
        hint: `Write them into functions/${slug}.test.ts, or make one of a call with \`ferrule test --from <request id>\`.`,
      });
  }
}

async function writeReport(context: Context, path: string, text: string): Promise<void> {
  const file = resolve(context.cwd, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  context.out.note(`Wrote ${path}.`);
}

/** Shows a run in the form that was asked for, and writes its reports. */
async function report(context: Context, options: TestOptions, run: TestRun, { folder }: Tested): Promise<void> {
  const { out, paint } = context;
  const { reporter, output, coverage, coverageReport } = options;
  const asksCoverage = coverage === true || coverageReport !== undefined;
  const junit = reporter === "junit" ? junitText(run, folder) : null;
  const spec = () => {
    const table = asksCoverage ? `\n\n${coverageText(run, folder, paint)}` : "";
    return `${specText(run, folder, paint)}${table}`;
  };
  // A report that goes into a file leaves the standard output to people.
  if (junit !== null && output !== undefined) await writeReport(context, output, junit);
  if (coverageReport === "lcov") await writeReport(context, lcovPath, lcovText(run, folder));
  if (context.options.json !== true && reporter === "spec" && output !== undefined)
    await writeReport(context, output, `${spec()}\n`);
  const isPrinted = junit !== null && output === undefined;
  out.result(run, () => (isPrinted ? junit.trimEnd() : spec()));
}

/**
 * Runs the tests of a folder in the installation's sandbox, and shows how they ended.
 * @throws ApiError of the server
 */
export async function runTests(context: Context, options: TestOptions, tested: Tested): Promise<Exit> {
  const { source, slugs } = tested;
  if (slugs.length === 0 && !source.functions.some(({ tests }) => tests)) {
    context.out.note("The folder has no tests. They are in functions/<slug>.test.ts.");
    const none: TestRun = { passed: 0, failed: 0, skipped: 0, durationMs: 0, functions: [], libraries: [] };
    context.out.result(none, "");
    return "done";
  }
  const client = await context.client();
  const progress = context.out.progress("Running tests …");
  let run: TestRun;
  try {
    const { name, bail = false, coverage = false, coverageReport } = options;
    run = await client.testProjectSource({
      body: {
        source,
        ...(slugs.length === 0 ? {} : { functions: [...slugs] }),
        ...(name === undefined ? {} : { name }),
        coverage: coverage || coverageReport !== undefined,
        bail,
      },
    });
  } finally {
    progress.end();
  }
  await report(context, options, run, tested);
  return run.failed > 0 ? "failed" : "done";
}
