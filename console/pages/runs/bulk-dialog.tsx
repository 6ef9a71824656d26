import { useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { count } from "../../components/format.ts";
import { Note } from "../../components/note.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import type { BulkAct, ChosenRuns } from "./chosen-runs.ts";
import { countText, runsText, type RunCount } from "./count-runs.ts";

const words = {
  retry: {
    verb: "Retry",
    done: "queued again",
    none: "No run could be retried",
    what: "Durable runs go on where they failed: steps that have results do not run again, other code does.",
    warning: "Deliveries run again with all their attempts. A cron runs once if its latest run is among these.",
  },
  cancel: {
    verb: "Cancel",
    done: "cancelled",
    none: "No run could be cancelled",
    what: "Each run ends, and so do the runs that it started. One that runs now ends within a second.",
    warning: "What they have done stays done. Deliveries are discarded.",
  },
} as const;

/** As many as one request changes. */
const mostAtOnce = 1_000;

interface BulkDialogProps {
  act: BulkAct;
  chosen: ChosenRuns;
  /** How many runs match. */
  counted: RunCount;
  /** What they have in common, in words: `that failed with PAYMENT_DOWN`. */
  which: string;
  onClose: () => void;
}

/** Asks before many runs are retried or cancelled, and says how many were. */
export function BulkDialog({ act, chosen, counted, which, onClose }: BulkDialogProps) {
  const { verb, done, none, what, warning } = words[act];
  const [changed, setChanged] = useState(0);
  const action = useAction(act === "retry" ? "retryRuns" : "cancelRuns", {
    onSuccess: (answer) => {
      const sum = changed + answer.changed;
      setChanged(sum);
      if (answer.more) return;
      toast(sum === 0 ? none : `${runsText({ count: sum, atLeast: false })} ${done}`);
      onClose();
    },
  });
  const hasMany = counted.atLeast || counted.count > mostAtOnce;
  const isProduction = chosen.environment === "production";
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      kind={act === "cancel" ? "danger" : isProduction ? "production" : "primary"}
      title={`${verb} ${runsText(counted)}?`}
      description={`Those in ${isProduction ? "Production" : "Development"} ${which}.${hasMany ? ` At most ${count(mostAtOnce)} at once, the oldest first.` : ""}`}
      consequences={act === "cancel" ? [what, warning] : []}
      confirmLabel={
        changed > 0 ? `${verb} the next ${count(mostAtOnce)}` : `${verb} ${hasMany ? "" : `${countText(counted)} `}runs`
      }
      busy={action.isPending}
      error={action.error}
      onConfirm={() => action.mutate({ body: chosen })}
    >
      {act === "retry" && (
        <p>
          {what} {warning}
        </p>
      )}
      {changed > 0 && (
        <Note role="status" tone="warn" title={`${count(changed)} ${done}`}>
          More of them are left.
        </Note>
      )}
    </ConfirmDialog>
  );
}
