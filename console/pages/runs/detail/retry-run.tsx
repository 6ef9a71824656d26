import { isStarted } from "@ferrule/contract/states.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { counted } from "../../../components/format.ts";
import { wordsOf } from "../run-kinds.ts";

interface RetryRunProps {
  run: AnswerOf<"getRun">;
  /** The step from which it goes on; undefined: where it ended. */
  fromStep: string | undefined;
  onClose: () => void;
}

/** Asks before a run goes on: which results it keeps, and what runs again. */
export function RetryRun({ run, fromStep, onClose }: RetryRunProps) {
  const { id, mode, environment, functionName, timeline } = run;
  const { verb, does, done: said } = wordsOf.retry[mode];
  const from = timeline.find(({ key }) => key === fromStep);
  const done = timeline.filter(({ state }) => state === "done");
  const kept = from === undefined ? done : done.filter(({ position }) => position < from.position);
  const lost = done.length - kept.length;
  return (
    <ConfirmAction
      onClose={onClose}
      operation="retryRun"
      input={{ params: { runId: id }, body: from === undefined ? {} : { fromStep: from.key } }}
      title={from === undefined ? `${verb} this run of ${functionName}?` : `Retry from ${from.key}?`}
      description={
        isStarted(mode)
          ? `It goes on with the results of ${counted(kept.length, "step")}, which do not run again. The code outside of steps does.`
          : does
      }
      consequences={
        lost === 0 ? [] : [`The results of ${counted(lost, "step")} are forgotten, and those steps run again.`]
      }
      confirmLabel={isStarted(mode) ? "Retry run" : verb}
      kind={environment === "production" ? "production" : "primary"}
      done={[said]}
    />
  );
}
