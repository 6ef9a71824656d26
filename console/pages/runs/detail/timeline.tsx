import { Link, useNavigate } from "@tanstack/react-router";
import {
  CalendarClock,
  CornerDownRight,
  Footprints,
  Hourglass,
  MessageCircleQuestion,
  Radio,
  UserCheck,
  type LucideIcon,
} from "lucide-react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { classNames } from "../../../components/class-names.ts";
import { duration, withMoments } from "../../../components/format.ts";
import { Mono } from "../../../components/mono.tsx";
import { Time } from "../../../components/time.tsx";
import { StepBadge } from "../run-badge.tsx";
import { isOpen } from "../run-states.ts";
import { ShownJson } from "./shown-json.tsx";
import { tookMs } from "./took-ms.ts";

type Run = AnswerOf<"getRun">;
type Step = Run["timeline"][number];

const kinds: Readonly<Record<Step["kind"], readonly [LucideIcon, string]>> = {
  step: [Footprints, "step"],
  sleep: [CalendarClock, "sleep"],
  event: [Radio, "waits for an event"],
  approval: [UserCheck, "approval"],
  child: [Hourglass, "waits for a run"],
  start: [CornerDownRight, "starts a run"],
  question: [MessageCircleQuestion, "question"],
};

/** When the first attempt of a run began, as far as its steps and the kept attempts tell, in milliseconds since 1970. */
const beginOf = ({ timeline, attempts }: Run): number =>
  Math.min(...[...timeline, ...attempts].map(({ startedAt }) => Date.parse(startedAt)));

/** Where in the run's whole time a step lies, in percent. */
function spanOf(step: Step, run: Run): { left: number; width: number } {
  const begin = beginOf(run);
  const end = run.finishedAt === null ? Date.now() : Date.parse(run.finishedAt);
  const whole = Math.max(1, end - begin);
  const from = Math.min(whole, Math.max(0, Date.parse(step.startedAt) - begin));
  const left = (from / whole) * 100;
  return { left, width: Math.max(0.5, Math.min(100 - left, (tookMs(step, Date.now()) / whole) * 100)) };
}

const bars: Readonly<Record<Step["state"], string>> = {
  done: "bg-good",
  failed: "bg-bad",
  retrying: "bg-warn",
  waiting: "bg-warn",
  cancelled: "bg-line-strong",
};

/** What the step did, waits for or failed with, and the pages of what it concerns. */
function Detail({ step }: { step: Step }) {
  const { error, waitsFor, dueAt, approvalId, childId, state } = step;
  return (
    <>
      {error !== null && (
        <p className="text-sm break-words">
          <Mono className="font-medium text-bad">{error.code}</Mono> {error.message}
        </p>
      )}
      {(state === "waiting" || state === "retrying") && (
        <p className="text-sm text-muted">
          {withMoments(waitsFor ?? (state === "retrying" ? "It is tried again." : "It waits."), Date.now())}
          {dueAt !== null && (
            <>
              {" "}
              (<Time at={dueAt} />)
            </>
          )}
        </p>
      )}
      {(approvalId !== null || childId !== null) && (
        <p className="flex gap-3 text-sm">
          {approvalId !== null && (
            <Link to="/approvals/$approvalId" params={{ approvalId }} className="link">
              {state === "waiting" ? "Open the approval" : "The approval"}
            </Link>
          )}
          {childId !== null && (
            <Link to="/runs/$runId" params={{ runId: childId }} className="link">
              The run that it started
            </Link>
          )}
        </p>
      )}
    </>
  );
}

function StepRow({ step, run, forbidden }: { step: Step; run: Run; forbidden: string | null }) {
  const navigate = useNavigate({ from: "/runs/$runId" });
  const [Icon, kind] = kinds[step.kind];
  const { left, width } = spanOf(step, run);
  const attempt = run.attempts.find((one) => one.attempt === step.attempt);
  return (
    <li className="grid gap-1.5 border-t border-line py-2.5 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <Icon aria-hidden size={15} className="shrink-0 text-faint" />
        <span className="min-w-0 font-medium break-all">{step.key}</span>
        <span className="text-xs text-muted">{kind}</span>
        <StepBadge status={step.state} />
        {step.attempts > 1 && <span className="text-xs text-warn">{step.attempts} attempts</span>}
        <span className="ml-auto flex items-center gap-2 text-xs text-muted">
          {duration(tookMs(step, Date.now()))}
          {attempt !== undefined && (
            <Link to="/executions/$executionId" params={{ executionId: attempt.executionId }} className="link">
              attempt {step.attempt}
            </Link>
          )}
        </span>
      </div>
      <div aria-hidden className="relative h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames("absolute inset-y-0 rounded-full", bars[step.state])}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </div>
      <Detail step={step} />
      {step.shown !== null && step.state === "done" && (
        <details className="text-sm">
          <summary className="link inline-flex min-h-6 w-fit items-center">Result</summary>
          <div className="mt-1">
            <ShownJson text={step.shown} label={`Result of ${step.key}`} />
          </div>
        </details>
      )}
      {!isOpen(run.status) && run.status !== "succeeded" && run.mode === "durable" && (
        <div className="-ml-2">
          <Button
            size="sm"
            kind="quiet"
            disabledReason={forbidden}
            onClick={() => void navigate({ search: (now) => ({ ...now, ask: "retry", step: step.key }) })}
          >
            Retry from here
          </Button>
        </div>
      )}
    </li>
  );
}

/** The steps of a run in their order, with their attempts, waits and results. */
export function Timeline({ run }: { run: Run }) {
  const forbidden = useDisabledReason("retryRun", run.environment);
  if (run.timeline.length === 0)
    return (
      <p className="text-sm text-muted">
        {run.mode === "once"
          ? "A call that needed approval. It has no steps."
          : isOpen(run.status)
            ? "No step has begun yet."
            : "It ended before its first step."}
      </p>
    );
  return (
    <ol aria-label="Steps">
      {run.timeline
        .toSorted((one, other) => one.position - other.position)
        .map((step) => (
          <StepRow key={step.key} step={step} run={run} forbidden={forbidden} />
        ))}
    </ol>
  );
}
