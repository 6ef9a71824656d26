import { appendFile, rename, writeFile } from "node:fs/promises";
import type { Log } from "@ferrule/kit/log.ts";

/** How many outdated lines to allow before rewriting the file. */
const spareLines = 10_000;

/**
 * A file of lines in which the latest line of each kind counts. It grows, and we rewrite it when most of its lines are
 * outdated.
 */
export function keptLines(file: string, log: Log) {
  let lines = Number.POSITIVE_INFINITY;
  return {
    /**
     * Adds lines, or writes `all`, which are the `size` current lines. If the disk is full, we lose only this
     * knowledge.
     */
    async add(some: readonly string[], size: number, all: () => readonly string[]): Promise<void> {
      try {
        if (lines + some.length <= 2 * size + spareLines) {
          await appendFile(file, some.join(""));
          lines += some.length;
          return;
        }
        const present = all();
        await writeFile(`${file}.new`, present.join(""), { mode: 0o600 });
        await rename(`${file}.new`, file);
        lines = present.length;
      } catch (err) {
        log.warn({ err, file }, "the state for the next start could not be kept");
        lines = Number.POSITIVE_INFINITY;
      }
    },
  };
}
