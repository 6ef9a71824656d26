import type { PreviewAddress, ServedPreview } from "@ferrule/contract/resources/preview.ts";
import type { ProjectFolder } from "../project/reading/read-project.ts";
import type { Context } from "../context/context.ts";
import { docsOf, helpLines } from "../terminal/docs-of.ts";
import { placedProblem, type PlacedProblem } from "../terminal/placed-problem.ts";
import { plain } from "../terminal/plain.ts";
import { table } from "../terminal/table.ts";

type Paint = Context["paint"];

const mostTold = 20;

/** A diagnostic of a build, with the address of the page about its code. */
type BuildProblem = PlacedProblem & { docs: string | undefined };

/** The diagnostics of a build at their places in the folder, errors first. `address`: of the installation. */
export function problemsOfBuild(
  { diagnostics }: ServedPreview,
  folder: ProjectFolder,
  address: string,
): BuildProblem[] {
  return diagnostics
    .map(({ function: slug, severity, message, line, column, code }) => {
      const document = `functions/${slug}.ts`;
      const file = folder.places.get(document)?.path ?? document;
      return { severity, message, code, file, line, column, docs: docsOf(address, code, "build") };
    })
    .toSorted((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
}

/** Problems with the lines around each place. */
export function problemsText(
  problems: readonly PlacedProblem[],
  files: ReadonlyMap<string, string>,
  paint: Paint,
): string {
  const told = problems
    .slice(0, mostTold)
    .map((problem) => placedProblem(problem, files.get(problem.file) ?? null, paint));
  const more = problems.length > mostTold ? [`… and ${problems.length - mostTold} more.`] : [];
  return [...told, ...more].join("\n");
}

/** The lines that lead to the pages about what keeps the newest source from being served. */
export const helpWithBuild = (
  { error }: ServedPreview,
  problems: readonly PlacedProblem[],
  address: string,
): string[] => {
  const errors = problems.filter(({ severity }) => severity === "error").map(({ code }) => code);
  return helpLines(address, [...errors, ...(error === null ? [] : [error.code])], "build");
};

/** Where a preview's endpoints are, and how callers are let in. */
export function addressesText(addresses: readonly PreviewAddress[], paint: Paint): string {
  if (addresses.length === 0) return "The folder has no endpoint yet, so nobody can call it.";
  const rows = addresses.map(({ endpoint, kind, url, callerMode }) => [endpoint, kind, url, callerMode]);
  const columns = ["endpoint", "kind", "address", "callers"].map((heading) => ({ heading }));
  columns[2] = { heading: "address", paint: paint.cyan } as (typeof columns)[number];
  return table(columns, rows);
}

/** Whether the key of a preview opens an endpoint of it. */
export const asksForKey = ({ callerMode }: PreviewAddress): boolean =>
  callerMode === "api-key" || callerMode === "oauth";

/** Why the newest source is not served. */
export function failedText({ error }: ServedPreview, paint: Paint): string {
  const why = error === null ? "" : `: ${plain(error.message)} ${paint.dim(`(${plain(error.code)})`)}`;
  return `${paint.red("✗")} not served${why}`;
}
