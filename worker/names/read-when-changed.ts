import { readFileSync, statSync } from "node:fs";

const mostBytes = 1_048_576;

/**
 * Keeps what was made of a small file of the system until the file changes; of one that is missing, too large or not to be
 * read, what is made of nothing. It reads in place: a file that everybody has cached takes less than a turn through a thread.
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
