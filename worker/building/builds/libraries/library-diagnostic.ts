import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { LibraryProblem } from "./open-libraries.ts";

/** A diagnostic at the first line that names the package. */
export function libraryDiagnostic({ library, problem }: LibraryProblem, source: string): Diagnostic {
  const lines = source.split("\n");
  const index = lines.findIndex((line) => /["']/.test(line) && line.includes(library));
  const line = Math.max(0, index);
  const column = index < 0 ? 0 : (lines[index] ?? "").indexOf(library);
  const message = `Library "${library}": ${problem.message}`;
  return { severity: "error", code: problem.code, message, line: line + 1, column: column + 1 };
}
