import { mostRecordBytes } from "./data-collection.ts";

/** Levels of objects and arrays in a record's data. */
export const deepestRecord = 100;

const levels = `must be nested at most ${deepestRecord} levels deep`;
const size = `must be at most ${mostRecordBytes / 1024} KiB as JSON`;

/**
 * Why data is too large for a record, in any notation; null if it is not. Each member takes at least two bytes, so for
 * much too large data, counting stops before we make a text.
 */
export function recordBoundsProblem(data: unknown): string | null {
  let left = mostRecordBytes / 2;
  const open: [unknown, number][] = [[data, 1]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [at, depth] = one;
    if (typeof at !== "object" || at === null) continue;
    if (depth > deepestRecord) return levels;
    left -= Array.isArray(at) ? at.length : Object.keys(at).length;
    if (left < 0) return size;
    for (const child of Object.values(at)) open.push([child, depth + 1]);
  }
  return new TextEncoder().encode(JSON.stringify(data)).length > mostRecordBytes ? size : null;
}
