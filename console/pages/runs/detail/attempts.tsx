import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { duration } from "../../../components/format.ts";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { LogView } from "../../../components/show/log-view.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { isOpen } from "../run-states.ts";
import { RunningAttempt } from "./running-attempt.tsx";

type Run = AnswerOf<"getRun">;
type Attempt = Run["attempts"][number];

const ends: Readonly<Record<string, readonly [Tone, string]>> = {
  succeeded: ["good", "Succeeded"],
  failed: ["bad", "Failed"],
  timed_out: ["bad", "Timed out"],
  cancelled: ["neutral", "Cancelled"],
  suspended: ["accent", "Went to wait"],
  postponed: ["neutral", "Put off"],
};

/** The log of one attempt. */
function AttemptLog({ executionId }: { executionId: string }) {
  const { data, error, refetch } = useOperation("getExecution", { params: { executionId } }, { staleTime: Infinity });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-16" />;
  return <LogView label="Log" lines={data.logs} since={data.startedAt} empty="This attempt logged nothing." />;
}

function Row({ attempt, isShown, onShow }: { attempt: Attempt; isShown: boolean; onShow: () => void }) {
  const { attempt: number, executionId, end, startedAt, durationMs } = attempt;
  const [tone, word] = ends[end] ?? ["neutral", end];
  return (
    <li className="grid gap-2 border-t border-line px-4 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-expanded={isShown}
          className="-ml-1 flex min-h-7 items-center gap-1 rounded-sm pr-1 font-medium hover:bg-hover"
          onClick={onShow}
        >
          <ChevronRight aria-hidden size={14} className={isShown ? "rotate-90 text-faint" : "text-faint"} />
          Attempt {number}
        </button>
        <Badge tone={tone}>{word}</Badge>
        <span className="text-muted">
          <Time at={startedAt} /> · {duration(durationMs)}
        </span>
        <Link to="/executions/$executionId" params={{ executionId }} className="link ml-auto">
          Execution
        </Link>
      </div>
      {isShown && <AttemptLog executionId={executionId} />}
    </li>
  );
}

/** The attempts of a run, the latest first, each with its log and its execution. */
export function Attempts({ run }: { run: Run }) {
  const { log } = useSearch({ from: "/runs/$runId" });
  const navigate = useNavigate({ from: "/runs/$runId" });
  const { attempts, status, attempt } = run;
  const runs = status === "running" && !attempts.some((one) => one.attempt === attempt);
  return (
    <>
      {runs && <RunningAttempt run={run} />}
      {attempts.length === 0 && !runs && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          {isOpen(status)
            ? "No attempt has ended yet."
            : "Attempts appear here within seconds, as long as they are kept."}
        </p>
      )}
      <ul aria-label="Attempts">
        {attempts
          .toSorted((one, other) => other.attempt - one.attempt)
          .map((one) => (
            <Row
              key={one.executionId}
              attempt={one}
              isShown={one.executionId === log}
              onShow={() =>
                void navigate({
                  search: (now) => ({ ...now, log: one.executionId === log ? undefined : one.executionId }),
                  replace: true,
                })
              }
            />
          ))}
      </ul>
    </>
  );
}
