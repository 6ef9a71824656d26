import { isStarted } from "@ferrule/contract/states.ts";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { CircleAlert, RotateCw } from "lucide-react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Mono } from "../../../components/mono.tsx";
import { chosenRuns } from "../chosen-runs.ts";
import { countText, runsText, sumOf, type RunCount } from "../count-runs.ts";
import { useRunReason } from "../run-kinds.ts";
import { failedStatuses } from "../run-states.ts";

const CallCode = lazyPart(() => import("../../call-code.tsx"), "CallCode");
const BulkDialog = lazyPart(() => import("../bulk-dialog.tsx"), "BulkDialog");

type Run = AnswerOf<"getRun">;

/** What to know of the codes that Ferrule itself gives. */
const explained: Readonly<Record<string, string>> = {
  WORKER_LOST: "The worker that ran it was lost, again and again, and no new step had a result in between.",
  RUN_HISTORY_FULL: "Its steps or their results are more than a run may store. Start another run for the rest.",
  FUNCTION_TIMEOUT: "An attempt took longer than the Function's timeout. Put what takes long into steps of their own.",
};

/** The runs of the same Function that failed with the same code. */
function Alike({ run, code }: { run: Run; code: string }) {
  const { ask } = useSearch({ from: "/runs/$runId" });
  const navigate = useNavigate({ from: "/runs/$runId" });
  const { environment, functionId, mode } = run;
  const search = { functionId, errorCode: code, mode };
  const mayRetry = useDisabledReason("retryRuns", environment);
  const mayChange = useRunReason("retry", run);
  const { data } = useOperation("countRuns", { query: { environment, ...search } });
  if (data === undefined) return <p className="text-sm text-muted">Counting runs like it…</p>;
  const all: RunCount = sumOf(data.counts, failedStatuses);
  if (all.count <= 1 && !all.atLeast)
    return <p className="text-sm">No other run of this Function ended with {code} and was left so.</p>;
  const others = { ...all, count: all.count - 1 };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className="min-w-0 flex-1 basis-48">
        <strong className="font-semibold">{runsText(others, "other ")}</strong> of this Function failed with {code}.
      </p>
      <Link to="/runs" search={search} className="link">
        Show all {countText(all)}
      </Link>
      <Button
        size="sm"
        icon={RotateCw}
        disabledReason={mayRetry ?? mayChange}
        onClick={() => void navigate({ search: (now) => ({ ...now, ask: "retry-alike" }) })}
      >
        Retry all {countText(all)}
      </Button>
      {ask === "retry-alike" && (
        <BulkDialog
          act="retry"
          chosen={chosenRuns("retry", search, environment)}
          counted={all}
          which={`of ${run.functionName} that failed with ${code}`}
          onClose={() => void navigate({ search: ({ ask: _ask, ...rest }) => rest })}
        />
      )}
    </div>
  );
}

/** Why a run failed, at which step, and how many others failed so. */
export function RunFailure({ run, error }: { run: Run; error: NonNullable<Run["error"]> }) {
  const step = run.timeline.findLast(({ state }) => state === "failed");
  const said = explained[error.code];
  return (
    <section aria-label="Error" className="grid gap-2 rounded-lg border border-bad-line bg-bad-soft p-4">
      <p className="flex flex-wrap items-start gap-x-2 gap-y-1 font-medium text-bad">
        <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0 flex-1 basis-40 break-words">{error.message}</span>
        <CallCode code={error.code} className="shrink-0 font-mono text-xs" />
      </p>
      <p className="text-sm">
        {step === undefined ? (
          isStarted(run.mode) && "It failed outside of its steps."
        ) : (
          <>
            The step <Mono className="font-medium">{step.key}</Mono> failed
            {step.attempts > 1 ? ` after ${step.attempts} attempts` : ""}.
          </>
        )}{" "}
        {said}
      </p>
      <Alike run={run} code={error.code} />
    </section>
  );
}
