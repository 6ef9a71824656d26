import { useState } from "react";
import { lazyPart } from "../../../../components/lazy-part.tsx";
import { Button } from "../../../../components/button/button.tsx";
import { Dialog } from "../../../../components/overlay/dialog.tsx";
import { Skeleton } from "../../../../components/states.tsx";
import type { FunctionDetail } from "./fields.ts";

const MergeEditor = lazyPart(
  () => import("../../../../editor/merge-editor.tsx"),
  "MergeEditor",
  <Skeleton className="h-96" />,
);

interface ConflictDialogProps {
  /** The version that somebody else saved. */
  theirs: FunctionDetail;
  mine: string;
  onClose: () => void;
  /** Discards the user's own text. */
  onTakeTheirs: () => void;
  /** Continues with this text, on top of their revision. */
  onMerged: (source: string) => void;
}

/**
 * For two people who changed one Function: shows both texts and lets the user merge them. Nothing is lost before the
 * user chooses.
 */
export function ConflictDialog({ theirs, mine, onClose, onTakeTheirs, onMerged }: ConflictDialogProps) {
  const [merged, setMerged] = useState(mine);
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Revision ${theirs.revision} was saved meanwhile`}
      description="Your version is on the right. Use the arrows to take over single changes, or edit it directly. Then continue with the result."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={onTakeTheirs}>Use theirs, discard mine</Button>
          <Button kind="primary" onClick={() => onMerged(merged)}>
            Continue with the right side
          </Button>
        </>
      }
    >
      <MergeEditor
        before={theirs.source}
        beforeLabel={`Revision ${theirs.revision}, theirs`}
        after={mine}
        afterLabel="Yours"
        onChange={setMerged}
        height="55dvh"
      />
    </Dialog>
  );
}
