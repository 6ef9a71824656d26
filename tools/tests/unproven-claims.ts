import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Claim {
  /** Relative to the root. */
  file: string;
  /** The requirement's id. */
  id: string;
}

/** The requirements that a test file claims its tests verify. */
export function claimsOf(text: string): string[] {
  const ids = new Set<string>();
  for (const call of text.matchAll(/\bverifies\(([^)]*)\)/g))
    for (const id of (call[1] ?? "").matchAll(/"([^"]+)"/g)) ids.add(id[1] ?? "");
  return [...ids];
}

/**
 * The claims for which no test has run and passed. A test that was skipped, or never started, proves nothing. Files
 * that failed anyway are left out.
 */
export function unprovenClaims(
  root: string,
  files: readonly string[],
  proven: ReadonlyMap<string, ReadonlySet<string>>,
  red: ReadonlyMap<string, string>,
): Claim[] {
  return files.flatMap((file) => {
    const path = join(root, file);
    if (red.has(path)) return [];
    return claimsOf(readFileSync(path, "utf8"))
      .filter((id) => proven.get(path)?.has(id) !== true)
      .map((id) => ({ file, id }));
  });
}
