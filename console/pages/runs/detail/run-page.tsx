import { isStarted } from "@ferrule/contract/states.ts";
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
import { repeatsSuccess, useRunReason, wordsOf } from "../run-kinds.ts";
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

/** Whether people may let a run that has ended run again. */
const isRetried = ({ mode, status }: Run): boolean => status !== "succeeded" || repeatsSuccess(mode);

function Actions({ run }: { run: Run }) {
  const navigate = useNavigate({ from: "/runs/$runId" });
  const { environment, mode, status, cancelling, timeline } = run;
  const mayCancel = useRunReason("cancel", run);
  const mayRetry = useRunReason("retry", run);
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
      {isStarted(mode) && (
        <Button icon={Repeat} disabledReason={mayReplay} onClick={() => ask("replay")}>
          Replay
        </Button>
      )}
      {mode === "delivery" && status === "failed" && (
        <Button icon={Ban} disabledReason={mayCancel} onClick={() => ask("cancel")}>
          {wordsOf.cancel[mode].verb}
        </Button>
      )}
      {open ? (
        <Button
          icon={Ban}
          disabledReason={mayCancel ?? (cancelling ? "It is being cancelled." : null)}
          onClick={() => ask("cancel")}
        >
          {wordsOf.cancel[mode].verb}
        </Button>
      ) : (
        isRetried(run) && (
          <Button
            icon={RotateCw}
            kind={isFailed(status) ? "primary" : "secondary"}
            disabledReason={mayRetry ?? (run.mode === "once" ? "A call that was approved is never tried again." : null)}
            onClick={() => ask("retry")}
          >
            {wordsOf.retry[mode].verb}
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
  if (ask === "retry" && !isOpen(run.status) && isRetried(run))
    return <RetryRun run={run} fromStep={step} onClose={close} />;
  if (ask === "event") return <SendEvent run={run} onClose={close} />;
  const isDead = run.mode === "delivery" && run.status === "failed";
  if (ask !== "cancel" || !(isOpen(run.status) || isDead)) return null;
  const { verb, does, done } = wordsOf.cancel[run.mode];
  return (
    <ConfirmAction
      onClose={close}
      operation="cancelRun"
      input={{ params: { runId: run.id } }}
      title={
        isStarted(run.mode) ? `Cancel this run of ${run.functionName}?` : `${verb} this run of ${run.functionName}?`
      }
      description={does}
      consequences={["What it has done stays done."]}
      confirmLabel={verb}
      done={[done]}
    />
  );
}

/** What a run without values of its own says in their place. */
const elsewhere: Partial<Readonly<Record<Run["mode"], string>>> = {
  cron: "It gets the input of its cron. Its executions show what it got and returned.",
  delivery: "Its executions show the request and the response of each attempt.",
};

/** The input and the output of a run, masked. */
function Values({ run: { mode, status, shownInput, shownOutput } }: { run: Run }) {
  const said = elsewhere[mode];
  if (said !== undefined)
    return (
      <Card title="Input and output">
        <p className="text-sm text-muted">{said}</p>
      </Card>
    );
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Card title="Input">
        <ShownJson text={shownInput ?? ""} label="Input" />
      </Card>
      <Card title="Output">
        {shownOutput === null ? (
          <p className="text-sm text-muted">{isOpen(status) ? "It has not ended yet." : "No output."}</p>
        ) : (
          <ShownJson text={shownOutput} label="Output" />
        )}
      </Card>
    </div>
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
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {error !== null && <RunFailure run={run} error={error} />}
          <PendingApprovals run={run} />
          {isStarted(run.mode) && (
            <>
              <Card title="Timeline">
                <Timeline run={run} />
              </Card>
              <Children run={run} />
            </>
          )}
          <Values run={run} />
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
