import type { ReactNode } from "react";

interface DocsLinkProps {
  /** The page and its anchor, such as `runs` or `errors#conflict`. */
  page: string;
  children: ReactNode;
  className?: string;
}

/** A link to a page of the documentation, which is no part of the console: it opens beside it. */
export const DocsLink = ({ page, children, className = "link" }: DocsLinkProps) => (
  <a href={`/docs/${page}`} target="_blank" rel="noreferrer" className={className}>
    {children}
  </a>
);
