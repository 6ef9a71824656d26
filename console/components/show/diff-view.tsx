import { useMemo, useState } from "react";
import { classNames } from "../class-names.ts";
import { lineDiff, type DiffLine } from "./line-diff.ts";

const context = 3;
const signs = { same: " ", added: "+", removed: "−" };
const words = { same: "", added: "added: ", removed: "removed: " };

/** Selects the lines to show: those that differ, and three lines around each. */
function near(lines: readonly DiffLine[]): boolean[] {
  const shown = lines.map(() => false);
  lines.forEach((line, index) => {
    if (line.kind === "same") return;
    for (let at = index - context; at <= index + context; at += 1) if (at in shown) shown[at] = true;
  });
  return shown;
}

/** Compares two texts line by line: what was removed, what was added, and three lines around. */
export function DiffView({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  const shown = useMemo(() => near(lines), [lines]);
  const [all, setAll] = useState(false);
  if (lines.every(({ kind }) => kind === "same")) return <p className="text-sm text-muted">No changes.</p>;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <div
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        className="max-h-[36rem] overflow-auto font-mono text-xs outline-offset-[-2px]"
      >
        {lines.map((line, index) => {
          if (!all && shown[index] !== true) {
            const isFirst = index === 0 || shown[index - 1] === true;
            const length = shown.slice(index).findIndex((each) => each);
            return isFirst ? (
              <button
                key={index}
                type="button"
                className="block w-full bg-sunken px-3 py-0.5 text-left text-muted hover:text-ink"
                onClick={() => setAll(true)}
              >
                ⋯ {length === -1 ? lines.length - index : length} unchanged lines
              </button>
            ) : null;
          }
          return (
            <div
              key={index}
              className={classNames(
                "flex w-max min-w-full",
                line.kind === "added" && "bg-good-soft",
                line.kind === "removed" && "bg-bad-soft",
              )}
            >
              <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-faint select-none">
                {line.before}
              </span>
              <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-faint select-none">
                {line.after}
              </span>
              <span aria-hidden className="w-4 shrink-0 select-none">
                {signs[line.kind]}
              </span>
              <span className="quiet">{words[line.kind]}</span>
              <span className="pr-3 whitespace-pre">{line.text || " "}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
