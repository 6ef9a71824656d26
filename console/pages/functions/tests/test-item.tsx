import { CircleCheck, CircleSlash, CircleX, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { classNames } from "../../../components/class-names.ts";
import { duration } from "../../../components/format.ts";
import { Button } from "../../../components/button/button.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { DiffView } from "../../../components/show/diff-view.tsx";
import { LogView } from "../../../components/show/log-view.tsx";
import type { TestFailure, TestOutcome } from "./use-tests-run.ts";

const looks: Record<TestOutcome["status"], [icon: LucideIcon, color: string]> = {
  passed: [CircleCheck, "text-good"],
  failed: [CircleX, "text-bad"],
  skipped: [CircleSlash, "text-muted"],
};

interface FailureViewProps {
  failure: TestFailure;
  /** Of what failed, for a screen reader. */
  label: string;
  /** Goes to a line of the tests. */
  onLine: (line: number) => void;
}

/** Why a test failed: the message with its line, both values line by line, and the stack. */
export function FailureView({ failure, label, onLine }: FailureViewProps) {
  const { message, stack, line, expected, actual } = failure;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid min-w-0 gap-2">
      <p className="min-w-0 break-words whitespace-pre-wrap text-bad">{message}</p>
      {expected !== undefined && actual !== undefined && (
        <div className="grid min-w-0 gap-1">
          <p className="text-xs text-muted">
            <span aria-hidden>− </span>Expected, <span aria-hidden>+ </span>actual
          </p>
          <DiffView before={expected} after={actual} label={`Expected and actual value of ${label}`} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {line !== null && (
          <button type="button" className="link text-xs" onClick={() => onLine(line)}>
            Go to line {line}
          </button>
        )}
        {stack !== null && (
          <Button size="sm" kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide the stack" : "Show the stack"}
          </Button>
        )}
      </div>
      {isOpen && stack !== null && <CodeBlock text={stack} maxHeight="10rem" />}
    </div>
  );
}

/** One test with its outcome. A failed one shows at once what is wrong. */
export function TestItem({ outcome, onLine }: { outcome: TestOutcome; onLine: (line: number) => void }) {
  const { name, status, durationMs, error, logs } = outcome;
  const [isOpen, setOpen] = useState(false);
  const [Icon, color] = looks[status];
  const title = name.join(" › ");
  return (
    <li className="grid min-w-0 gap-2 border-t border-line py-2 text-sm first:border-t-0">
      <div className="flex items-start gap-2">
        <Icon aria-hidden size={15} className={classNames("mt-0.5 shrink-0", color)} />
        <span className="min-w-0 flex-1 break-words">{title}</span>
        <span className="shrink-0 text-xs text-muted">
          {status === "skipped" ? "skipped" : `${status} · ${duration(durationMs)}`}
        </span>
      </div>
      {error !== null && <FailureView failure={error} label={title} onLine={onLine} />}
      {logs.length > 0 && (
        <div className="grid min-w-0 justify-items-start gap-1">
          <Button size="sm" kind="quiet" className="-ml-2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide the log" : `Log · ${logs.length}`}
          </Button>
          {isOpen && (
            <div className="w-full min-w-0">
              <LogView label={`Log of ${title}`} lines={logs} maxHeight="14rem" />
            </div>
          )}
        </div>
      )}
    </li>
  );
}
