import { askGit } from "./ask-git.ts";
import { commitPage } from "./commit-page.ts";
import type { NamedCommit } from "./named-commit.ts";

/**
 * The commit that is checked out in a Project's folder, even if files have changed since.
 * @returns null without git, without a commit, or if the repository does not hold the folder's `ferrule.yaml` and so is
 * another one
 */
export async function commitOfFolder(
  folder: string,
  surroundings: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<NamedCommit | null> {
  const ask = (...args: string[]) => askGit(folder, args, surroundings);
  const [held, head, branch, remote] = await Promise.all([
    ask("ls-files", "--error-unmatch", "ferrule.yaml"),
    ask("-c", "log.showSignature=false", "log", "-1", "--format=%H%n%an"),
    ask("symbolic-ref", "--quiet", "--short", "HEAD"),
    ask("config", "--get", "remote.origin.url"),
  ]);
  if (!held || !head) return null;
  const [sha = "", author] = head.split("\n");
  return { sha, branch: branch ?? undefined, author, url: commitPage(remote ?? "", sha) };
}
