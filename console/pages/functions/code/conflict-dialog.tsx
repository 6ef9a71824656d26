import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Skeleton } from "../../../components/states.tsx";
import type { FunctionDetail } from "./draft.ts";

const MergeEditor = lazy(async () => ({ default: (await import("../../../editor/merge-editor.tsx")).MergeEditor }));

interface ConflictDialogProps {
  /** What somebody else saved. */
  theirs: FunctionDetail;
  mine: string;
  onClose: () => void;
  /** Give mine up. */
  onTakeTheirs: () => void;
  /** Go on with this text, over their revision. */
  onMerged: (source: string) => void;
}

/** Two people changed one Function: shows both texts and lets one be made of them. Nothing is lost until somebody chooses. */
export function ConflictDialog({ theirs, mine, onClose, onTakeTheirs, onMerged }: ConflictDialogProps) {
  const [merged, setMerged] = useState(mine);
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Revision ${theirs.revision} has been saved since`}
      description="Yours is on the right. Take single changes over with the arrows between the two, or write there; then go on with the result over the newer revision."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={onTakeTheirs}>Take theirs, drop mine</Button>
          <Button kind="primary" onClick={() => onMerged(merged)}>
            Go on with the right side
          </Button>
        </>
      }
    >
      <Suspense fallback={<Skeleton className="h-96" />}>
        <MergeEditor
          before={theirs.source}
          beforeLabel={`Revision ${theirs.revision}, theirs`}
          after={mine}
          afterLabel="Yours"
          onChange={setMerged}
          height="55dvh"
        />
      </Suspense>
    </Dialog>
  );
}
