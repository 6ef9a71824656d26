import { readFileSync, statSync } from "node:fs";

const mostBytes = 1_048_576;

/**
 * Keeps the parsed content of a small system file until the file changes. A file that is missing, too large or
 * unreadable counts as empty. It reads synchronously: reading a cached file takes less time than a trip through a
 * thread.
 */
export function readWhenChanged<Made>(path: string, make: (text: string) => Made): () => Made {
  let seen = "";
  let made = make("");
  return () => {
    try {
      const { mtimeMs, size, ino } = statSync(path);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (stamp === seen) return made;
      made = make(size <= mostBytes ? readFileSync(path, "utf8") : "");
      seen = stamp;
    } catch {
      made = make("");
      seen = "";
    }
    return made;
  };
}
