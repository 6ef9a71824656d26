import { z } from "zod";
import type { coverage } from "@ferrule/contract/internal/test-outcome.ts";
import type { CoveredFile } from "../builds/coverage/covered-file.ts";

export type Coverage = z.infer<typeof coverage>;

const counts = z.array(z.number().int().nonnegative());
const returned = z.object({ counters: z.array(z.object({ s: counts, b: counts, f: counts })) });

/** How often each statement, branch and function of a file was reached. */
export interface Counters {
  file: CoveredFile;
  s: number[];
  b: number[];
  f: number[];
}

/**
 * Reads the counters from what the program of tests returned, which is not trusted. Null when they are not of these
 * files.
 */
export function readCounters(outputJson: string, files: readonly CoveredFile[]): Counters[] | null {
  const read = returned.safeParse(JSON.parse(outputJson));
  if (!read.success || read.data.counters.length !== files.length) return null;
  const made = files.map((file, index) => ({ file, ...(read.data.counters[index] ?? { s: [], b: [], f: [] }) }));
  const isWhole = made.every(
    ({ file, s, b, f }) => s.length === file.lines.length && b.length === file.branches && f.length === file.functions,
  );
  return isWhole ? made : null;
}

/** Sums stay whole numbers, however large the counts are that a program returned. */
const added = (one: readonly number[], other: readonly number[]) =>
  one.map((count, at) => Math.min(count + (other[at] ?? 0), Number.MAX_SAFE_INTEGER));

/** The counters of the same text, from two files of tests. */
export const addCounters = (one: Counters, other: Counters): Counters => ({
  file: one.file,
  s: added(one.s, other.s),
  b: added(one.b, other.b),
  f: added(one.f, other.f),
});

const totals = (all: readonly number[]) => ({ total: all.length, covered: all.filter((count) => count > 0).length });

/**
 * The coverage of a file. A line is covered when one of the statements that begin on it was reached. It counts as often
 * as the most frequent of them.
 */
export function coverageOf({ file, s, b, f }: Counters): Coverage {
  const timesOf = new Map<number, number>();
  for (const [at, line] of file.lines.entries()) timesOf.set(line, Math.max(timesOf.get(line) ?? 0, s[at] ?? 0));
  const lines = [...timesOf].map(([line, times]) => ({ line, times })).sort((one, other) => one.line - other.line);
  const reached = lines.filter(({ times }) => times > 0);
  const uncovered = lines.filter(({ times }) => times === 0).map(({ line }) => line);
  return {
    lines: { total: lines.length, covered: reached.length, uncovered, reached },
    branches: totals(b),
    functions: totals(f),
  };
}
