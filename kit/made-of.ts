import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * The files that a kept program was made of, by their path relative to the code that runs: what tells quickly that a
 * file is the same one, and the SHA-256 (hex) of its content, which decides. So a program that was made of another
 * checkout counts only if that had the same files.
 */
export type MadeOf = Record<string, readonly [state: string, digest: string]>;

const digestOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Nobody can set the time of a file's last change (ctime), so equal states mean an equal file. Empty if there is none. */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}`;
}

/**
 * Describes these files, given as absolute paths, of which a program was made from `begunMs` on. One that has changed
 * meanwhile may be in the program as it was, so the program never counts as made of it.
 */
export function madeOf(root: string, paths: readonly string[], begunMs: number): MadeOf {
  const described: MadeOf = {};
  for (const path of paths) {
    const state = stateOf(path);
    const isSettled = state !== "" && statSync(path).ctimeMs < begunMs;
    described[relative(root, path)] = isSettled ? [state, digestOf(path)] : ["", ""];
  }
  return described;
}

/** Whether a program was made of just the files that are below `root` now. Reads only files that look changed. */
export function isMadeOf(root: string, kept: MadeOf): boolean {
  const files = Object.entries(kept);
  const isSame = (path: string, state: string, digest: string) => {
    const now = stateOf(path);
    return now !== "" && (now === state || digestOf(path) === digest);
  };
  return files.length > 0 && files.every(([path, [state, digest]]) => isSame(join(root, path), state, digest));
}
