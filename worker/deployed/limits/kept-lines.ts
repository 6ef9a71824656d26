import { appendFile, rename, writeFile } from "node:fs/promises";
import type { Log } from "@ferrule/kit/log.ts";

/** Lines that may be of the past, before a file is written anew. */
const spareLines = 10_000;

/** A file of lines of which the latest of a kind counts: it grows, and is written anew when most of it is of the past. */
export function keptLines(file: string, log: Log) {
  let lines = Number.POSITIVE_INFINITY;
  return {
    /** Adds lines, or writes `all` of the `size` that count. A disk that takes nothing costs only what is kept. */
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
