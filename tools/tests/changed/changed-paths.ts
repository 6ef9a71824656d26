import { execFileSync } from "node:child_process";

export interface Changes {
  /** The short name of the commit from which changes are counted. */
  base: string;
  /** Changed, added and removed files, relative to the root, sorted. */
  paths: string[];
}

/** Runs git in a repository and returns its output as lines, or as fields if these end in a zero byte. */
function git(root: string, ...args: string[]): string[] {
  const text = execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  return text.split(args.includes("-z") ? "\0" : "\n").filter((field) => field !== "");
}

/** The commit where this branch left `main`; on `main` itself, or without one, the last commit. */
function whereBranched(root: string): string {
  try {
    return git(root, "merge-base", "main", "HEAD")[0] ?? "HEAD";
  } catch {
    return "HEAD";
  }
}

/**
 * Everything that has changed since `base`, in commits and in the working tree, including untracked files.
 * @throws Error when `base` names no commit
 */
export function changedPaths(root: string, base = whereBranched(root)): Changes {
  let commit: string[];
  try {
    commit = git(root, "rev-parse", "--short", "--verify", "--end-of-options", `${base}^{commit}`);
  } catch {
    throw new Error(`"${base}" is not a commit of this repository.`);
  }
  const [from = base] = commit;
  const paths = new Set([
    ...git(root, "diff", "--name-only", "--no-renames", "-z", from, "--"),
    ...git(root, "ls-files", "--others", "--exclude-standard", "-z"),
  ]);
  return { base: from, paths: [...paths].toSorted() };
}

/** Every file of the working tree that git tracks or would add, relative to the root. */
export const repositoryFiles = (root: string): string[] => [
  ...new Set(git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")),
];
