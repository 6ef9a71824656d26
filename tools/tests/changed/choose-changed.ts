import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changedPaths, repositoryFiles } from "./changed-paths.ts";
import { reachTests } from "./reach-tests.ts";
import { readReferences, treeOf } from "./read-references.ts";

const isSource = (path: string) => /\.(ts|tsx|mjs|cjs)$/.test(path);

/** The references of each source of the repository. */
function allReferences(root: string, files: readonly string[]): Map<string, Set<string>> {
  const tree = treeOf(files);
  return new Map(
    files
      .filter((path) => isSource(path) && existsSync(join(root, path)))
      .map((path) => [path, readReferences(tree, path, readFileSync(join(root, path), "utf8"))]),
  );
}

export interface Choice {
  /** The commit from which changes are counted; by default where the branch left `main`. */
  base?: string | undefined;
  /** Whether to add tests that reach a change only by starting a whole role. */
  wide: boolean;
  /** Called with each line that reports a choice and its reason. */
  say: (line: string) => void;
}

/**
 * The test files that the changes since `base` can reach, relative to the root.
 * @throws Error when `base` names no commit
 */
export function chooseChanged(root: string, { base, wide, say }: Choice): string[] {
  const changes = changedPaths(root, base);
  // The importing files still name a removed file.
  const files = [...new Set([...repositoryFiles(root), ...changes.paths])];
  const present = files.filter((path) => existsSync(join(root, path)));
  const reached = reachTests(changes.paths, allReferences(root, files), present);
  say(`${changes.paths.length} files have changed since ${changes.base}. Tests that can reach them:`);
  for (const [test, why] of reached.chosen) say(`  ${test}: ${why}`);
  for (const path of reached.untested) say(`  No test is known to reach ${path}.`);
  if (wide) for (const test of reached.wide) say(`  ${test}: starts a whole role`);
  if (!wide && reached.wide.size > 0)
    say(`  ${reached.wide.size} more start a whole role with the change in it. Add --wide to run them, too.`);
  return [...reached.chosen.keys(), ...(wide ? reached.wide : [])].toSorted();
}
