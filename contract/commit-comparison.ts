import type { Commit } from "./resources/commit.ts";

const pages = /^(?<repository>.+?)(?<infix>\/-)?\/commits?\/[0-9a-f]{7,64}$/;

/**
 * The page that compares two commits, on GitHub, GitLab or Forgejo. Null if the commits are equal, have no pages, or
 * belong to different repositories.
 */
export function commitComparison(from: Commit | null, to: Commit | null): string | null {
  if (from === null || to === null || from.sha === to.sha) return null;
  const [before, after] = [pages.exec(from.url ?? "")?.groups, pages.exec(to.url ?? "")?.groups];
  if (before === undefined || after === undefined || before["repository"] !== after["repository"]) return null;
  return `${after["repository"]}${after["infix"] ?? ""}/compare/${from.sha}...${to.sha}`;
}
