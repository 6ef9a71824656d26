import { useState } from "react";
import { lazyPart } from "../../../../components/lazy-part.tsx";
import { Button } from "../../../../components/button/button.tsx";
import { Dialog } from "../../../../components/overlay/dialog.tsx";
import { Skeleton } from "../../../../components/states.tsx";
import type { ConflictingText, MergedTexts } from "./conflicting-texts.ts";

const MergeEditor = lazyPart(
  () => import("../../../../editor/merge-editor.tsx"),
  "MergeEditor",
  <Skeleton className="h-96" />,
);

interface ConflictDialogProps {
  /** The revision that somebody else saved. */
  revision: number;
  texts: readonly ConflictingText[];
  onClose: () => void;
  /** Discards the user's own changes. */
  onTakeTheirs: () => void;
  /** Continues with these texts, on top of their revision. */
  onMerged: (merged: MergedTexts) => void;
}

const titles = { source: "Source", tests: "Tests" };
const howToMerge =
  "Your version is on the right. Use the arrows to take over single changes, or edit it directly. Then continue with the result.";
const nothingToMerge = "You changed other parts of the Function. Continue, and your changes come on top of theirs.";

/**
 * For two people who changed one Function: shows both versions of each text and lets the user merge them. Nothing is lost
 * before the user chooses.
 */
export function ConflictDialog({ revision, texts, onClose, onTakeTheirs, onMerged }: ConflictDialogProps) {
  const [merged, setMerged] = useState<MergedTexts>(() =>
    Object.fromEntries(texts.map(({ name, mine }) => [name, mine])),
  );
  const isNone = texts.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Revision ${revision} was saved meanwhile`}
      description={isNone ? nothingToMerge : howToMerge}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={onTakeTheirs}>Use theirs, discard mine</Button>
          <Button kind="primary" onClick={() => onMerged(merged)}>
            {isNone ? "Continue with both" : "Continue with the right side"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {texts.map(({ name, theirs, mine }) => (
          <section key={name} aria-label={titles[name]} className="grid min-w-0 gap-1.5">
            {(texts.length > 1 || name === "tests") && <h3 className="text-sm font-semibold">{titles[name]}</h3>}
            <MergeEditor
              before={theirs}
              beforeLabel={`Revision ${revision}, theirs`}
              after={mine}
              afterLabel="Yours"
              onChange={(text) => setMerged((now) => ({ ...now, [name]: text }))}
              height={texts.length > 1 ? "27dvh" : "55dvh"}
            />
          </section>
        ))}
      </div>
    </Dialog>
  );
}
