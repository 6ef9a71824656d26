import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The TypeScript and JavaScript files below a folder that git tracks or would add, relative to it, sorted. */
export function sourceFiles(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1_048_576,
  });
  const paths = new Set(listed.split("\0").filter((path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path)));
  return [...paths].filter((path) => existsSync(join(root, path))).sort();
}

/** The texts of files, by their paths. */
export const readTexts = (root: string, paths: readonly string[]): Map<string, string> =>
  new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
