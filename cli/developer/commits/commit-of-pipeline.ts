import type { NamedCommit } from "./named-commit.ts";

/** The page of a commit, if we know all parts of its address. */
const pageOf = (...parts: (string | undefined)[]): string | undefined =>
  parts.every(Boolean) ? parts.join("/") : undefined;

/**
 * The commit that a pipeline runs for. GitHub and Forgejo (`GITHUB_…`) or GitLab (`CI_…`) set it in variables; null
 * elsewhere. A job for a tag has no branch.
 */
export function commitOfPipeline(env: NodeJS.ProcessEnv): NamedCommit | null {
  const { GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_COMMIT_SHA, CI_PROJECT_URL } = env;
  if (GITHUB_SHA) {
    const isTag = env["GITHUB_REF_TYPE"] === "tag";
    return {
      sha: GITHUB_SHA,
      branch: isTag ? undefined : env["GITHUB_HEAD_REF"] || env["GITHUB_REF_NAME"],
      author: env["GITHUB_ACTOR"],
      url: pageOf(GITHUB_SERVER_URL, GITHUB_REPOSITORY, "commit", GITHUB_SHA),
    };
  }
  if (!CI_COMMIT_SHA) return null;
  return {
    sha: CI_COMMIT_SHA,
    branch: env["CI_COMMIT_TAG"] ? undefined : env["CI_COMMIT_REF_NAME"],
    // GitLab writes it as git does: `Ann <ann@example.com>`.
    author: env["CI_COMMIT_AUTHOR"]?.replace(/\s*<[^<>]*>$/, ""),
    url: pageOf(CI_PROJECT_URL, "-", "commit", CI_COMMIT_SHA),
  };
}
