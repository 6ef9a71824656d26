/** A commit as a pipeline or git names it; its parts are not checked yet. */
export interface NamedCommit {
  sha: string;
  branch: string | undefined;
  author: string | undefined;
  url: string | undefined;
}
