import { diffLines } from "diff";
import type { TestRun } from "@ferrule/contract/resources/test-run.ts";
import type { Context } from "../context/context.ts";
import { logLine } from "../executions/show-execution.ts";
import type { ProjectFolder } from "../project/reading/read-project.ts";
import { placedProblem } from "../terminal/placed-problem.ts";
import { plain } from "../terminal/plain.ts";
import { sourceFrame } from "../terminal/source-frame.ts";
import { testFile } from "./test-file.ts";

type Paint = Context["paint"];
type TestedFunction = TestRun["functions"][number];
type TestOutcome = TestedFunction["tests"][number];
type TestError = NonNullable<TestOutcome["error"]>;

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "    ");

/** What was expected and what came, line by line. */
function difference({ expected, actual }: TestError, paint: Paint): string {
  if (expected === undefined || actual === undefined) return "";
  const lines = diffLines(plain(expected), plain(actual), { maxEditLength: 2_000 });
  if (lines === undefined) return `${paint.green(`- ${plain(expected)}`)}\n${paint.red(`+ ${plain(actual)}`)}`;
  const told = lines.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => (removed ? paint.green(`- ${line}`) : added ? paint.red(`+ ${line}`) : paint.dim(`  ${line}`))),
  );
  return [`${paint.green("- expected")} ${paint.red("+ actual")}`, ...told].join("\n");
}

/** Why something failed: the message, the difference, and the line of the test file. */
function failureText(error: TestError, file: string, text: string | null, paint: Paint): string {
  const { message, line, column, stack } = error;
  const at = line === null ? "" : paint.bold(plain([file, line, column].filter((part) => part !== null).join(":")));
  const frame = line === null || text === null ? "" : sourceFrame(text, line, column, paint);
  const where = line === null && stack !== null ? paint.dim(plain(stack)) : "";
  const parts = [paint.red(plain(message)), difference(error, paint), at, frame, where];
  return indented(parts.filter((part) => part !== "").join("\n"));
}

function outcomeLines(outcome: TestOutcome, file: string, text: string | null, paint: Paint): string[] {
  const { name, status, durationMs, error, logs } = outcome;
  const marks = { passed: paint.green("✓"), failed: paint.red("✗"), skipped: paint.dim("-") };
  const took = status === "skipped" ? "" : ` ${paint.dim(`${Math.round(durationMs)} ms`)}`;
  const head = `  ${marks[status]} ${name.map(plain).join(paint.dim(" > "))}${took}`;
  if (error === null) return [head];
  return [head, failureText(error, file, text, paint), ...logs.map((entry) => `  ${logLine(entry, paint)}`)];
}

function fileLines(tested: TestedFunction, folder: ProjectFolder, paint: Paint): string[] {
  const file = testFile(tested.slug, folder);
  const text = folder.files.get(file) ?? null;
  const problems = tested.diagnostics.map((one) => placedProblem({ ...one, file }, text, paint));
  const failed = tested.error === null ? [] : [failureText(tested.error, file, text, paint)];
  const tests = tested.tests.flatMap((outcome) => outcomeLines(outcome, file, text, paint));
  return [paint.bold(plain(file)), ...problems, ...tests, ...failed];
}

/** A run of tests as a person reads it: each test, with what was expected and the line where it failed. */
export function specText(run: TestRun, folder: ProjectFolder, paint: Paint): string {
  const { passed, failed, skipped, durationMs } = run;
  const counts = [
    paint.green(`${passed} passed`),
    ...(failed > 0 ? [paint.red(`${failed} failed`)] : []),
    ...(skipped > 0 ? [paint.dim(`${skipped} skipped`)] : []),
  ];
  const end = `${counts.join(", ")} in ${(durationMs / 1_000).toFixed(1)} s`;
  return [...run.functions.flatMap((one) => [...fileLines(one, folder, paint), ""]), end].join("\n");
}
