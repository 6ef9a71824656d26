import { useState, type ReactNode } from "react";
import { choicesOf } from "../choose/choices-of.ts";
import { classNames } from "../class-names.ts";
import { Segmented } from "../button/segmented.tsx";
import { Time } from "../time.tsx";

export interface LogLine {
  /** RFC 3339. */
  at: string;
  level: "debug" | "info" | "warn" | "error";
  message: string;
  data?: unknown;
}

interface LogViewProps<Line extends LogLine> {
  label: string;
  lines: readonly Line[];
  /** The time from which lines are counted, RFC 3339; default: the first line's. */
  since?: string | undefined;
  /** Shown after a line: a link to where it comes from. */
  after?: (line: Line) => ReactNode;
  empty?: string;
  /** A CSS height beyond which the log scrolls. */
  maxHeight?: string;
}

const colors: Record<LogLine["level"], string> = {
  debug: "text-faint",
  info: "text-muted",
  warn: "text-warn",
  error: "text-bad",
};
const shownAtOnce = 500;
const choices = choicesOf({ all: "All", warn: "Warnings", error: "Errors" });

const textOf = (data: unknown) => (data === undefined || data === null ? "" : JSON.stringify(data));

/** Log lines with times relative to a start. The focus, or a press on a time, shows the exact ones. The lines can be filtered by level. */
export function LogView<Line extends LogLine>({
  label,
  lines,
  since,
  after,
  empty = "No log lines.",
  maxHeight = "26rem",
}: LogViewProps<Line>) {
  const [least, setLeast] = useState<(typeof choices)[number]["value"]>("all");
  const [shown, setShown] = useState(shownAtOnce);
  if (lines.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  const begun = Date.parse(since ?? lines[0]?.at ?? "");
  const fitting = lines.filter(
    ({ level }) => least === "all" || level === "error" || (least === "warn" && level === "warn"),
  );
  const hasLevels = lines.some(({ level }) => level === "warn" || level === "error");
  return (
    <div className="grid gap-2">
      {hasLevels && (
        <div className="flex">
          <Segmented label="Levels" value={least} choices={choices} onChange={setLeast} />
        </div>
      )}
      <div
        role="log"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be had by keyboard
        tabIndex={0}
        style={{ maxHeight }}
        className="overflow-auto rounded-md border border-line bg-sunken py-1.5 font-mono text-xs outline-offset-[-2px]"
      >
        {fitting.slice(0, shown).map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
          <p key={index} className="flex gap-2.5 px-3 py-0.5 hover:bg-hover">
            <span className="min-w-16 shrink-0 text-right text-faint">
              <Time at={line.at} since={begun} plain />
            </span>
            <span className={classNames("w-9 shrink-0", colors[line.level])}>{line.level}</span>
            <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">
              <span className={line.level === "error" ? "text-bad" : undefined}>{line.message}</span>
              {textOf(line.data) !== "" && <span className="text-muted"> {textOf(line.data)}</span>}
            </span>
            {after?.(line)}
          </p>
        ))}
        {fitting.length === 0 && <p className="px-3 py-0.5 text-muted">No lines at this level.</p>}
        {fitting.length > shown && (
          <button type="button" className="link mx-3 my-1" onClick={() => setShown(shown + 5_000)}>
            {fitting.length - shown} more
          </button>
        )}
      </div>
    </div>
  );
}
