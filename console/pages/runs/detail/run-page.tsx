import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Ban, Radio, Repeat, RotateCw } from "lucide-react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { Page } from "../../../components/page.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { PendingPage } from "../../../shell/page/pending-page.tsx";
import { RunBadge } from "../run-badge.tsx";
import { isFailed, isOpen } from "../run-states.ts";
import { Attempts } from "./attempts.tsx";
import { Children } from "./children.tsx";
import { RunFailure } from "./failure.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";
import { RunFacts } from "./run-facts.tsx";
import { sentenceOf } from "./sentence-of.ts";
import { ShownJson } from "./shown-json.tsx";
import { Timeline } from "./timeline.tsx";

const ReplayRun = lazyPart(() => import("./replay-run.tsx"), "ReplayRun");
const RetryRun = lazyPart(() => import("./retry-run.tsx"), "RetryRun");
const SendEvent = lazyPart(() => import("../send-event.tsx"), "SendEvent");

export type Run = AnswerOf<"getRun">;

const above = <Link to="/runs">Runs</Link>;
const liveMs = 1_500;

/** Workers send the record of an attempt a moment after its end. */
const recordedWithinMs = 15_000;

/** Whether what is shown of a run may still change by itself. */
const goesOn = ({ status, finishedAt, attempts, attempt }: Run): boolean =>
  isOpen(status) ||
  (attempts.length < attempt && finishedAt !== null && Date.now() - Date.parse(finishedAt) < recordedWithinMs);

/** One run: what it has done, what it waits for, why it failed, and what can be done. It follows a run that goes on. */
export function RunPage() {
  const { runId } = useParams({ from: "/runs/$runId" });
  const answer = useOperation(
    "getRun",
    { params: { runId } },
    { refetchInterval: ({ state }) => (state.data === undefined || goesOn(state.data) ? liveMs : false) },
  );
  if (answer.data === undefined) return <PendingPage title="Run" above={above} answer={answer} height="h-136" />;
  return (
    <Loaded
      key={answer.data.id}
      run={answer.data}
      note={answer.error && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
    />
  );
}

function Actions({ run }: { run: Run }) {
  const navigate = useNavigate({ from: "/runs/$runId" });
  const { environment, status, cancelling, timeline } = run;
  const mayCancel = useDisabledReason("cancelRun", environment);
  const mayRetry = useDisabledReason("retryRun", environment);
  const mayReplay = useDisabledReason("replayRun", environment);
  const maySend = useDisabledReason("sendRunEvent", environment);
  const ask = (next: "cancel" | "retry" | "replay" | "event") =>
    void navigate({ search: (now) => ({ ...now, ask: next, step: undefined }) });
  const open = isOpen(status);
  return (
    <>
      {timeline.some(({ kind, state }) => kind === "event" && state === "waiting") && (
        <Button icon={Radio} disabledReason={maySend} onClick={() => ask("event")}>
          Send an event
        </Button>
      )}
      <Button icon={Repeat} disabledReason={mayReplay} onClick={() => ask("replay")}>
        Replay
      </Button>
      {open ? (
        <Button
          icon={Ban}
          disabledReason={mayCancel ?? (cancelling ? "It is being cancelled." : null)}
          onClick={() => ask("cancel")}
        >
          Cancel run
        </Button>
      ) : (
        status !== "succeeded" && (
          <Button
            icon={RotateCw}
            kind={isFailed(status) ? "primary" : "secondary"}
            disabledReason={mayRetry ?? (run.mode === "once" ? "A call that was approved is never tried again." : null)}
            onClick={() => ask("retry")}
          >
            Retry
          </Button>
        )
      )}
    </>
  );
}

/** The dialog that the URL names. */
function OpenDialog({ run }: { run: Run }) {
  const { ask, step } = useSearch({ from: "/runs/$runId" });
  const navigate = useNavigate({ from: "/runs/$runId" });
  const close = () => void navigate({ search: ({ ask: _ask, step: _step, ...rest }) => rest });
  if (ask === "replay") return <ReplayRun run={run} onClose={close} />;
  if (ask === "retry" && !isOpen(run.status) && run.status !== "succeeded")
    return <RetryRun run={run} fromStep={step} onClose={close} />;
  if (ask === "event") return <SendEvent run={run} onClose={close} />;
  if (ask !== "cancel" || !isOpen(run.status)) return null;
  return (
    <ConfirmAction
      onClose={close}
      operation="cancelRun"
      input={{ params: { runId: run.id } }}
      title={`Cancel this run of ${run.functionName}?`}
      description="It ends within a second, and so do the runs that it started."
      consequences={["What its steps have done stays done."]}
      confirmLabel="Cancel run"
      done={["The run ends"]}
    />
  );
}

function Loaded({ run, note }: { run: Run; note: React.ReactNode }) {
  const { functionName, status, environment, error } = run;
  return (
    <Page
      title={functionName}
      heading={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 break-words">{functionName}</span>
          <RunBadge status={status} />
          <EnvironmentBadge environment={environment} />
        </span>
      }
      description={<span role="status">{sentenceOf(run)}</span>}
      above={above}
      actions={<Actions run={run} />}
    >
      {note}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          {error !== null && <RunFailure run={run} error={error} />}
          <PendingApprovals run={run} />
          <Card title="Timeline">
            <Timeline run={run} />
          </Card>
          <Children run={run} />
          <div className="grid gap-4 md:grid-cols-2">
            <Card title="Input">
              <ShownJson text={run.shownInput} label="Input" />
            </Card>
            <Card title="Output">
              {run.shownOutput === null ? (
                <p className="text-sm text-muted">{isOpen(status) ? "It has not ended yet." : "No output."}</p>
              ) : (
                <ShownJson text={run.shownOutput} label="Output" />
              )}
            </Card>
          </div>
          <Card title={`Attempts · ${run.attempts.length}`} flush>
            <Attempts run={run} />
          </Card>
        </div>
        <Card title="Details">
          <RunFacts run={run} />
        </Card>
      </div>
      <OpenDialog run={run} />
    </Page>
  );
}
