import { History } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { Time } from "../../../components/time.tsx";
import type { KeptDraft } from "./kept-drafts.ts";

interface KeptDraftNoteProps {
  kept: KeptDraft;
  /** Of what the server has now. */
  revision: number;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers what an earlier visit left unsaved. */
export function KeptDraftNote({ kept, revision, onRestore, onDiscard }: KeptDraftNoteProps) {
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm"
    >
      <History aria-hidden size={15} className="text-warn" />
      <p className="min-w-0 flex-1">
        This browser has a text that was never saved, from <Time at={new Date(kept.at).toISOString()} plain />
        {kept.revision < revision &&
          `, written over revision ${kept.revision}; revision ${revision} has been saved since`}
        .
      </p>
      <Button size="sm" onClick={onDiscard}>
        Discard it
      </Button>
      <Button size="sm" kind="primary" onClick={onRestore}>
        {kept.revision < revision ? "Compare and merge" : "Go on with it"}
      </Button>
    </div>
  );
}
