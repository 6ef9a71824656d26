import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** How long each test file took in its last run, in milliseconds, by its path relative to the root. */
export type TimesTaken = Map<string, number>;

const fileOf = (root: string) => join(root, "node_modules", ".cache", "ferrule-tests", "times.json");

/** Empty when nothing is known: the times only decide the order of starts. */
export function readTimes(root: string): TimesTaken {
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(root), "utf8"));
    const entries = Object.entries(kept as Record<string, unknown>);
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  } catch {
    return new Map();
  }
}

/** Adds these times to the known ones. If the folder is not writable, only the order suffers, not the run. */
export function keepTimes(root: string, times: TimesTaken): void {
  try {
    mkdirSync(dirname(fileOf(root)), { recursive: true });
    writeFileSync(fileOf(root), JSON.stringify(Object.fromEntries([...readTimes(root), ...times])));
  } catch {
    // Next time it is estimated again.
  }
}

/** The slowest files in readable form: `146 s acceptance/browser/console.test.ts`. */
export const longestOf = (times: TimesTaken, most: number): string[] =>
  [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([file, ms]) => `${Math.round(ms / 1_000)} s ${file}`);
