/** A commit as a pipeline or git names it: nobody has looked at the parts yet. */
export interface NamedCommit {
  sha: string;
  branch: string | undefined;
  author: string | undefined;
  url: string | undefined;
}
