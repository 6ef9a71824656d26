import { useMatches } from "@tanstack/react-router";
import { GitBranch } from "lucide-react";
import { useMe } from "../../api/session.ts";

/** On pages that show parts of a Project's source: says that git manages the Project, and where. */
export function ManagedBanner() {
  const managedFrom = useMe().activeProject?.managedFrom ?? null;
  const isOfSource = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.ofSource) });
  if (managedFrom === null || !isOfSource) return null;
  const { url, branch } = managedFrom;
  return (
    <section
      aria-label="Managed from git"
      className="flex print:hidden! items-start gap-x-3 border-b border-line bg-accent-soft px-4 py-2 text-sm md:px-7"
    >
      <GitBranch aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 break-words">
        Managed from git:{" "}
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
        , branch <span className="font-mono">{branch}</span>. Edit it there.
      </p>
    </section>
  );
}
