import type { Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";

interface FunctionDifferenceProps {
  functionId: string;
  slug: string;
  /** Which revision is served now, and which would be: the one that runs there, or the newest. */
  from: Environment;
  to: Environment | "drafts";
}

/** The text of a Function as it is served and as it would be, read when it is asked for. */
export function FunctionDifference(props: FunctionDifferenceProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-1.5">
      <Button kind="quiet" size="sm" className="-ml-2" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide the difference" : "Show the difference"}
      </Button>
      {open && <Texts {...props} />}
    </div>
  );
}

function Texts({ functionId, slug, from, to }: FunctionDifferenceProps) {
  const versions = useOperation("listFunctionVersions", { params: { functionId }, query: { limit: 200 } });
  const served = (environment: Environment) =>
    versions.data?.items.find(({ activeIn }) => activeIn.includes(environment))?.revision;
  const before = served(from);
  const after = to === "drafts" ? versions.data?.items[0]?.revision : served(to);
  const read = (revision: number | undefined) =>
    [
      "getFunctionVersion",
      { params: { functionId, revision: String(revision ?? "") } },
      { enabled: revision !== undefined, staleTime: Infinity },
    ] as const;
  const [old, next] = [useOperation(...read(before)), useOperation(...read(after))];
  const error = versions.error ?? old.error ?? next.error;
  if (error) return <ErrorNote error={error} />;
  if (versions.data && (before === undefined || after === undefined))
    return <p className="text-muted">The two revisions are not among those kept.</p>;
  if (!old.data || !next.data) return <Skeleton className="h-32" />;
  if (old.data.source === next.data.source)
    return <p className="text-muted">Its text is the same; a Library that it imports differs.</p>;
  return <DiffView before={old.data.source} after={next.data.source} label={`Text of ${slug}`} />;
}
