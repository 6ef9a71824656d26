import { useId, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { classNames } from "../../components/class-names.ts";
import { inputClass } from "../../components/input-class.ts";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { visible } from "./argument-rows.ts";
import { useArmed } from "./use-armed.ts";

type Approval = AnswerOf<"getApproval">;
export type Decision = "approved" | "rejected";

/** As long as a double tap takes, and longer. */
const armedAfterMs = 700;
const longestReason = 1_000;

interface DecideDialogProps {
  approval: Approval;
  decision: Decision;
  onClose: () => void;
}

/** Asks once more, for a reason too, and sends the decision about exactly what the page shows. */
export function DecideDialog({ approval, decision, onClose }: DecideDialogProps) {
  const { id, title, digest, environment, people } = approval;
  const [reason, setReason] = useState("");
  const isArmed = useArmed(armedAfterMs);
  const reasonId = useId();
  const decide = useAction("decideApproval", { onSuccess: onClose });
  const approves = decision === "approved";
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={approves ? "Approve this?" : "Reject this?"}
      description={visible(title)}
      footer={
        <div className="grid w-full gap-2">
          <Button
            kind={approves ? (environment === "production" ? "production" : "primary") : "danger"}
            className="min-h-12 w-full text-base"
            busy={decide.isPending}
            disabledReason={isArmed ? null : "Wait a moment."}
            onClick={() => decide.mutate({ params: { approvalId: id }, body: { decision, reason, digest } })}
          >
            {approves ? "Yes, approve" : "Yes, reject"}
          </Button>
          <Button className="min-h-12 w-full text-base" onClick={onClose}>
            Back
          </Button>
        </div>
      }
    >
      <div className="grid gap-3 text-sm">
        <p>
          {approves
            ? people > 1
              ? `It is done as soon as ${people} people have approved.`
              : "It is done at once, exactly as shown."
            : "It is not done. Nobody can approve it afterwards."}
        </p>
        <label htmlFor={reasonId} className="grid gap-1.5 font-medium">
          <span className="flex items-baseline gap-2">
            Reason <span className="text-xs font-normal text-faint">optional</span>
          </span>
        </label>
        <textarea
          id={reasonId}
          rows={3}
          maxLength={longestReason}
          className={classNames(inputClass, "h-auto py-1.5 leading-5")}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {decide.error && <ErrorNote error={decide.error} />}
      </div>
    </Dialog>
  );
}
