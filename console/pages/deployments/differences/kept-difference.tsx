import { useState } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { DiffView } from "../../../components/show/diff-view.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { keptText } from "../../../components/show/kept-text.ts";
import { Skeleton } from "../../../components/states.tsx";

interface KeptDifferenceProps {
  bindingId: string;
  name: string;
  /** The deployment that is served now, and the one that would be served; null: the draft. */
  from: string;
  to: string | null;
}

/** The kept text of a resource or a prompt as it is served, and as it would be; loaded on demand. */
export function KeptDifference(props: KeptDifferenceProps) {
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

const read = (bindingId: string, projectDeploymentId: string | null) =>
  [
    "getKeptContent",
    { params: { bindingId }, query: projectDeploymentId === null ? {} : { projectDeploymentId } },
    // A draft may change; what a deployment keeps does not.
    projectDeploymentId === null ? {} : { staleTime: Infinity },
  ] as const;

function Texts({ bindingId, name, from, to }: KeptDifferenceProps) {
  const [old, next] = [useOperation(...read(bindingId, from)), useOperation(...read(bindingId, to))];
  const error = old.error ?? next.error;
  if (error) return <ErrorNote error={error} />;
  if (!old.data || !next.data) return <Skeleton className="h-32" />;
  const [before, after] = [keptText(old.data), keptText(next.data)];
  if (before === null || after === null) return <p className="text-muted">There is no text to compare.</p>;
  return <DiffView before={before} after={after} label={`Text of ${name}`} />;
}
