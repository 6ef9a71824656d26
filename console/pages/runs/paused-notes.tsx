import type { Environment } from "@ferrule/contract/states.ts";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Note } from "../../components/note.tsx";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";
import { toast, toastError } from "../../components/overlay/toast.tsx";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";

type Paused = AnswerOf<"countRuns">["paused"][number];

/** Says which Functions are paused, and lets their runs go on. */
export function PausedNotes({ paused, environment }: { paused: readonly Paused[]; environment: Environment }) {
  const forbidden = useDisabledReason("resumeRuns", environment);
  const resume = useAction("resumeRuns", { onSuccess: () => toast("Its runs go on"), onError: toastError });
  return paused.map(({ functionId, functionName, pausedAt, pausedBy }) => (
    <div key={functionId} className="mb-3">
      <Note
        tone="warn"
        icon={Pause}
        title={`${functionName} is paused in ${environmentNames[environment]}`}
        action={
          <Button
            size="sm"
            icon={Play}
            disabledReason={forbidden}
            busy={resume.isPending && resume.variables.params.functionId === functionId}
            onClick={() => resume.mutate({ params: { functionId }, body: { environment } })}
          >
            Resume
          </Button>
        }
      >
        {pausedBy ?? "Somebody"} paused it <Time at={pausedAt} />. Its runs are kept and wait. New ones are accepted and
        wait, too.
      </Note>
    </div>
  ));
}

interface PauseButtonProps {
  environment: Environment;
  functionId: string | undefined;
  /** The Functions that are paused already. */
  paused: readonly Paused[];
}

/** Pauses the Function by which the list is filtered. */
export function PauseButton({ environment, functionId, paused }: PauseButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const forbidden = useDisabledReason("pauseRuns", environment);
  const isPaused = paused.some((one) => one.functionId === functionId);
  const reason =
    functionId === undefined ? "Filter the list by a Function first." : isPaused ? "It is paused already." : null;
  return (
    <>
      <Button icon={Pause} disabledReason={forbidden ?? reason} onClick={() => setAsking(true)}>
        Pause
      </Button>
      {functionId !== undefined && (
        <ConfirmAction
          open={isAsking}
          onClose={() => setAsking(false)}
          operation="pauseRuns"
          input={{ params: { functionId }, body: { environment } }}
          title={`Pause this Function in ${environmentNames[environment]}?`}
          description="No attempt of its runs begins until somebody resumes it. An attempt that runs now goes on to its end."
          consequences={["Deadlines go on: a run that waits longer than its deadline expires."]}
          confirmLabel="Pause runs"
          kind={environment === "production" ? "production" : "primary"}
          done={["Paused", "Its runs wait until somebody resumes it."]}
        />
      )}
    </>
  );
}
