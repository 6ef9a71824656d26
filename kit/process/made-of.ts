import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * The files from which a program was made, by their path relative to the running code. Each has a state, for a quick
 * check that the file is unchanged, and the SHA-256 (hex) of its content, which decides. So a program from another
 * checkout counts only if that checkout had the same files.
 */
export type MadeOf = Record<string, readonly [state: string, digest: string]>;

const digestOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/**
 * The state of a file; empty when the file does not exist. Nobody can set the time of a file's last change (ctime), so
 * equal states mean an equal file.
 */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}`;
}

/**
 * Describes these files, given as absolute paths. A program has been made from them since `begunMs`. If a file has
 * changed meanwhile, the program may contain its old content, so it never counts as made from the new one.
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

/**
 * Whether a program was made of exactly the files that are below `root` now. It reads only files whose state has
 * changed.
 */
export function isMadeOf(root: string, kept: MadeOf): boolean {
  const files = Object.entries(kept);
  const isSame = (path: string, state: string, digest: string) => {
    const now = stateOf(path);
    return now !== "" && (now === state || digestOf(path) === digest);
  };
  return files.length > 0 && files.every(([path, [state, digest]]) => isSame(join(root, path), state, digest));
}
