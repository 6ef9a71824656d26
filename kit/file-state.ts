import { statSync } from "node:fs";

/** A file's size and modification time, which tell whether it has changed. Empty if there is none. */
export function fileState(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.size} ${found.mtimeMs}`;
}
