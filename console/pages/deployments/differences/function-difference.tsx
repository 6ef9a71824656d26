import type { Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { useEvery } from "../../../api/use-every.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { DiffView } from "../../../components/show/diff-view.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Skeleton } from "../../../components/states.tsx";

interface FunctionDifferenceProps {
  functionId: string;
  slug: string;
  /** The revision that is served now, and the one that would be served: the one that runs there, or the newest. */
  from: Environment;
  to: Environment | "drafts";
}

/** A Function's served text and its new text; loaded on demand. */
export function FunctionDifference(props: FunctionDifferenceProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-1.5">
      <Button kind="quiet" size="sm" className="-ml-2" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide changes" : "Show changes"}
      </Button>
      {open && <Texts {...props} />}
    </div>
  );
}

function Texts({ functionId, slug, from, to }: FunctionDifferenceProps) {
  const versions = useEvery("listFunctionVersions", { params: { functionId } });
  const served = (environment: Environment) =>
    versions.data?.find(({ activeIn }) => activeIn.includes(environment))?.revision;
  const before = served(from);
  const after = to === "drafts" ? versions.data?.[0]?.revision : served(to);
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
    return <p className="text-muted">These revisions are no longer stored.</p>;
  if (!old.data || !next.data) return <Skeleton className="h-32" />;
  if (old.data.source === next.data.source)
    return <p className="text-muted">The source is the same, but a Library it imports changed.</p>;
  return <DiffView before={old.data.source} after={next.data.source} label={`Text of ${slug}`} />;
}
