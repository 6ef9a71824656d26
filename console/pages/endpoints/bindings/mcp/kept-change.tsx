import { DiffView } from "../../../../components/show/diff-view.tsx";

/** The lines of a kept text that saving changes; nothing for a new binding, and where nothing changes. */
export function KeptChange({ before, after }: { before: string | null; after: string | null }) {
  if (before === null || after === null || before === after) return null;
  return (
    <div>
      <h4 className="mb-1 text-xs font-medium text-muted">What saving changes</h4>
      <DiffView before={before} after={after} label="Changed lines" />
    </div>
  );
}
