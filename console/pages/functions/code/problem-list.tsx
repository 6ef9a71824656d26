import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from "lucide-react";
import type { Problem } from "../../../editor/language/language.ts";
import { counted } from "../../../components/format.ts";

/** A fix for a problem, applied with one click. */
export interface Fix {
  label: string;
  apply: () => void;
}

interface ProblemListProps {
  problems: readonly (Problem & { line: number })[];
  /** Null when nothing has been checked yet. */
  isReady: boolean;
  onJump: (problem: Problem) => void;
  /** The one-click fix for a problem; null when there is none. */
  fixOf: (problem: Problem) => Fix | null;
}

/** The problems of the text, listed below it. */
export function ProblemList({ problems, isReady, onJump, fixOf }: ProblemListProps) {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const counts = [
    errors > 0 && counted(errors, "error"),
    problems.length > errors && counted(problems.length - errors, "warning"),
  ];
  const summary = counts.filter(Boolean).join(", ");
  return (
    <section aria-label="Problems" className="border-t border-line text-sm">
      <p role="status" className="flex h-8 items-center gap-1.5 px-3 text-xs text-muted">
        {!isReady ? (
          <>
            <LoaderCircle aria-hidden size={13} className="working" /> Starting TypeScript
          </>
        ) : problems.length === 0 ? (
          <>
            <CircleCheck aria-hidden size={13} className="text-good" /> No problems
          </>
        ) : (
          <>
            {errors > 0 ? (
              <CircleAlert aria-hidden size={13} className="text-bad" />
            ) : (
              <TriangleAlert aria-hidden size={13} className="text-warn" />
            )}
            {summary}
          </>
        )}
      </p>
      {problems.length > 0 && (
        <ul className="max-h-32 overflow-y-auto border-t border-line py-1">
          {problems.map((problem) => {
            const fix = fixOf(problem);
            return (
              <li
                key={`${problem.from} ${problem.code} ${problem.message}`}
                className="flex items-start gap-2 pr-2 hover:bg-hover"
              >
                <button
                  type="button"
                  className="min-w-0 flex-1 px-3 py-1 text-left outline-offset-[-2px]"
                  onClick={() => onJump(problem)}
                >
                  <span className={problem.severity === "error" ? "text-bad" : "text-warn"}>
                    {problem.severity === "error" ? "Error" : "Warning"}
                  </span>{" "}
                  <span className="text-muted">line {problem.line}</span>{" "}
                  <span className="break-words">{problem.message}</span>{" "}
                  <span className="text-xs text-faint">{problem.code}</span>
                </button>
                {fix !== null && (
                  <button type="button" className="link shrink-0 py-1 text-xs" onClick={fix.apply}>
                    {fix.label}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
