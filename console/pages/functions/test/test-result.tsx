import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { TestOutcome } from "@ferrule/contract/internal/test-questions.ts";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Badge, ExecutionBadge } from "../../../components/badge.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { duration } from "../../../components/format.ts";
import { JsonView } from "../../../components/show/json-view.tsx";
import { LogView } from "../../../components/show/log-view.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import type { TestRun } from "./use-test-run.ts";

const CallCode = lazyPart(() => import("../../call-code.tsx"), "CallCode");
const Questions = lazyPart(() => import("../../questions/questions.tsx"), "Questions");

interface TestResultProps {
  run: TestRun;
  onAnswered: (outcomes: Record<string, TestOutcome>) => void;
}

/** A run's progress and result; scrolls itself into view. */
export function TestResult({ run, onAnswered }: TestResultProps) {
  const { state, logs, answer, error, executionId } = run;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = section;
    if (current === null) return;
    // Scroll all of it into view if it fits, otherwise its beginning.
    const isTall = current.offsetHeight > window.innerHeight / 3;
    current.scrollIntoView({ block: isTall ? "start" : "nearest" });
  }, [state, answer, error]);
  if (state === "idle") return null;
  return (
    <section ref={section} aria-label="Result" className="grid scroll-mt-24 scroll-mb-4 grid-cols-1 gap-3">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {answer?.asked === undefined ? (
          <ExecutionBadge status={state === "running" ? "running" : (answer?.status ?? "failed")} />
        ) : (
          <Badge tone="accent">Asks</Badge>
        )}
        {answer && <span className="text-muted">{duration(answer.durationMs)}</span>}
        {answer && (
          <span className="inline-flex items-center gap-1 text-xs text-muted">
            request <ShortId id={answer.requestId} label="Copy request id" />
          </span>
        )}
        {executionId !== null && state === "done" && (
          <Link to="/executions/$executionId" params={{ executionId }} className="link ml-auto text-xs">
            Open the execution
          </Link>
        )}
      </div>
      {error && <ErrorNote error={error} />}
      {answer?.error && (
        <div className="rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm">
          <p className="font-medium break-words text-bad">{answer.error.message}</p>
          <p className="text-xs text-muted">
            <CallCode code={answer.error.code} />
          </p>
          {answer.error.stack !== null && answer.error.stack !== undefined && (
            <div className="mt-2">
              <CodeBlock text={answer.error.stack} maxHeight="10rem" />
            </div>
          )}
        </div>
      )}
      {answer?.asked !== undefined && state === "done" && (
        <Questions key={answer.executionId} questions={answer.asked.questions} onAnswered={onAnswered} />
      )}
      {answer?.status === "succeeded" && answer.asked === undefined && (
        <JsonView value={answer.output} label="Output" />
      )}
      {logs.length > 0 && <LogView label="Run log" lines={logs} maxHeight="14rem" />}
    </section>
  );
}
