import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../../api/use-action.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { ConfirmDialog } from "../../../components/overlay/confirm-dialog.tsx";
import { JsonView } from "../../../components/show/json-view.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";

type Execution = AnswerOf<"getExecution">;

/** Asks before a call is run again: what runs, with which input, and where its effects land. */
export function ReplayDialog({ execution, onClose }: { execution: Execution; onClose: () => void }) {
  const navigate = useNavigate();
  const { environment, functionName, input, tenantId, id } = execution;
  const replay = useAction("replayExecution", {
    onSuccess: ({ executionId }) => void navigate({ to: "/executions/$executionId", params: { executionId } }),
  });
  const isMasked = JSON.stringify(input ?? null).includes(maskMarker);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      kind={environment === "production" ? "production" : "primary"}
      title={`Run ${functionName} again?`}
      description={`The saved source runs as a test in ${environmentNames[environment]}, as tenant ${tenantId}, with the recorded input. Any external effects happen again.`}
      confirmLabel="Run again"
      busy={replay.isPending}
      error={replay.error}
      onConfirm={() => replay.mutate({ params: { executionId: id } })}
    >
      {isMasked && (
        <p className="text-warn">
          Parts of the input were masked when it was recorded, so the server will reject it. Open it in the test panel
          instead and fill in those parts.
        </p>
      )}
      <JsonView value={input} label="Input" />
    </ConfirmDialog>
  );
}
