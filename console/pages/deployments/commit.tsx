import type { ReactNode } from "react";
import type { Deployment } from "./words.ts";

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="link break-words" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** A commit's hash as people write it. */
export const shortSha = ({ sha }: { sha: string }) => <span className="font-mono">{sha.slice(0, 10)}</span>;

/** The commit, branch and author that a deployment's drafts came from. Nothing if nobody named a commit. */
export function commitFacts(commit: Deployment["commit"]): [string, ReactNode][] {
  if (commit === null) return [];
  const { branch, author, url } = commit;
  const short = shortSha(commit);
  return [
    ["Commit", url === null ? short : <Outside href={url}>{short}</Outside>],
    ...(branch === null ? [] : [["Branch", branch] as [string, ReactNode]]),
    ...(author === null ? [] : [["Author", author] as [string, ReactNode]]),
  ];
}

/** Links to the page where the forge compares the previously served commit with this one. */
export const ComparisonLink = ({ href }: { href: string | null }) =>
  href !== null && (
    <p className="mb-3 text-sm">
      <Outside href={href}>Compare the commits</Outside>
    </p>
  );
