import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from "lucide-react";
import type { Problem } from "../../../editor/language/language.ts";
import { CodeLink } from "../../../components/show/code-link.tsx";
import { counted } from "../../../components/format.ts";

/** A fix for a problem, applied with one click. */
export interface Fix {
  label: string;
  apply: () => void;
}

interface ProblemListProps {
  problems: readonly (Problem & { line: number })[];
  /** Null before the first check. */
  isReady: boolean;
  onJump: (problem: Problem) => void;
  /** The one-click fix for a problem; null when there is none. */
  fixOf: (problem: Problem) => Fix | null;
}

type Listed = ProblemListProps["problems"][number];

/** The number of problems, or a note that none is known yet. */
function Summary({ problems, isReady }: Pick<ProblemListProps, "problems" | "isReady">) {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  if (!isReady)
    return (
      <>
        <LoaderCircle aria-hidden size={13} className="working" /> Starting TypeScript
      </>
    );
  if (problems.length === 0)
    return (
      <>
        <CircleCheck aria-hidden size={13} className="text-good" /> No problems
      </>
    );
  const Icon = errors > 0 ? CircleAlert : TriangleAlert;
  return (
    <>
      <Icon aria-hidden size={13} className={errors > 0 ? "text-bad" : "text-warn"} />
      {[errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning")]
        .filter(Boolean)
        .join(", ")}
    </>
  );
}

interface ProblemItemProps {
  problem: Listed;
  fix: Fix | null;
  onJump: () => void;
}

const ProblemItem = ({ problem: { severity, line, message, code }, fix, onJump }: ProblemItemProps) => (
  <li className="flex items-start gap-2 pr-2 hover:bg-hover">
    <button type="button" className="min-w-0 flex-1 px-3 py-1 text-left outline-offset-[-2px]" onClick={onJump}>
      <span className={severity === "error" ? "text-bad" : "text-warn"}>
        {severity === "error" ? "Error" : "Warning"}
      </span>{" "}
      <span className="text-muted">line {line}</span> <span className="break-words">{message}</span>
    </button>
    <CodeLink code={code} of="diagnostics" className="shrink-0 py-1 text-xs" />
    {fix !== null && (
      <button type="button" className="link shrink-0 py-1 text-xs" onClick={fix.apply}>
        {fix.label}
      </button>
    )}
  </li>
);

/** The problems of the text, listed below it. */
export const ProblemList = ({ problems, isReady, onJump, fixOf }: ProblemListProps) => (
  <section aria-label="Problems" className="border-t border-line text-sm">
    <p role="status" className="flex h-8 items-center gap-1.5 px-3 text-xs text-muted">
      <Summary problems={problems} isReady={isReady} />
    </p>
    {problems.length > 0 && (
      <ul className="max-h-32 overflow-y-auto border-t border-line py-1">
        {problems.map((problem) => (
          <ProblemItem
            key={`${problem.from} ${problem.code} ${problem.message}`}
            problem={problem}
            fix={fixOf(problem)}
            onJump={() => onJump(problem)}
          />
        ))}
      </ul>
    )}
  </section>
);
