import type { TestRun } from "@ferrule/contract/resources/test-run.ts";
import type { Context } from "../context/context.ts";
import type { ProjectFolder } from "../project/reading/read-project.ts";
import { table } from "../terminal/table.ts";
import { libraryFile, sourceFile } from "./test-file.ts";

type Coverage = TestRun["libraries"][number]["coverage"];

/** What tests reached of a file. */
interface CoveredFile {
  file: string;
  coverage: Coverage;
}

/** Every file of a run that was measured, by its path in the folder. */
function coveredFiles({ functions, libraries }: TestRun, folder: Pick<ProjectFolder, "places">): CoveredFile[] {
  return [
    ...functions.flatMap(({ slug, coverage }) =>
      coverage === null ? [] : [{ file: sourceFile(slug, folder), coverage }],
    ),
    ...libraries.map(({ name, coverage }) => ({ file: libraryFile(name, folder), coverage })),
  ];
}

const percent = ({ total, covered }: { total: number; covered: number }) =>
  total === 0 ? "–" : `${Math.floor((100 * covered) / total)} %`;

/** `3-5, 9`. */
function ranges(lines: readonly number[]): string {
  const found: [from: number, to: number][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else found.push([line, line]);
  }
  const all = found.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
  return all.length > 12 ? `${all.slice(0, 12).join(", ")} …` : all.join(", ");
}

/** What tests reached, as a table: each file with the lines that none reached. */
export function coverageText(run: TestRun, folder: Pick<ProjectFolder, "places">, paint: Context["paint"]): string {
  const files = coveredFiles(run, folder);
  if (files.length === 0) return "Nothing was measured.";
  const rows = files.map(({ file, coverage: { lines, branches, functions } }) => [
    file,
    percent(lines),
    percent(branches),
    percent(functions),
    ranges(lines.uncovered),
  ]);
  const columns = [
    { heading: "file" },
    ...["lines", "branches", "functions"].map((heading) => ({ heading, align: "right" as const })),
    { heading: "lines that no test reached", paint: paint.yellow },
  ];
  return table(columns, rows);
}

/** A line of LCOV for each line of a file with a statement: its number, and how often tests reached it. */
const linesOf = ({ uncovered, reached }: Coverage["lines"]): string[] =>
  [...uncovered.map((line) => ({ line, times: 0 })), ...reached]
    .sort((one, other) => one.line - other.line)
    .map(({ line, times }) => `DA:${line},${times}`);

/** The same in the form of LCOV, which editors and forges show. */
export function lcovText(run: TestRun, folder: Pick<ProjectFolder, "places">): string {
  return coveredFiles(run, folder)
    .map(({ file, coverage: { lines, branches, functions } }) =>
      [
        "TN:",
        `SF:${file}`,
        `FNF:${functions.total}`,
        `FNH:${functions.covered}`,
        ...linesOf(lines),
        `LF:${lines.total}`,
        `LH:${lines.covered}`,
        `BRF:${branches.total}`,
        `BRH:${branches.covered}`,
        "end_of_record\n",
      ].join("\n"),
    )
    .join("");
}
