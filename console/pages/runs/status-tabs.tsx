import { runStatuses, type RunStatus } from "@ferrule/contract/states.ts";
import { classNames } from "../../components/class-names.ts";
import { countText, sumOf } from "./count-runs.ts";
import { runChoices } from "./run-badge.tsx";
import type { AnswerOf } from "../../api/use-operation.ts";

interface StatusTabsProps {
  /** Undefined while they are loading. */
  counts: AnswerOf<"countRuns">["counts"] | undefined;
  value: RunStatus | undefined;
  onChange: (status: RunStatus | undefined) => void;
}

/** Chooses the state of the listed runs; each state says how many runs are in it. */
export function StatusTabs({ counts, value, onChange }: StatusTabsProps) {
  const tab = (status: RunStatus | undefined, label: string) => {
    const counted = counts && sumOf(counts, status === undefined ? runStatuses : [status]);
    const isBad = (status === "failed" || status === "expired") && counted !== undefined && counted.count > 0;
    return (
      <button
        key={label}
        type="button"
        aria-pressed={status === value}
        className={classNames(
          "flex h-9 shrink-0 pointer-coarse:finger items-center gap-1.5 border-b-2 px-3 text-sm font-medium outline-offset-[-2px]",
          status === value ? "border-primary text-ink" : "border-transparent text-muted hover:text-ink",
        )}
        onClick={() => onChange(status)}
      >
        {label}
        <span
          className={classNames(
            "min-w-5 rounded-full px-1.5 text-center text-2xs",
            isBad ? "bg-bad-soft text-bad" : "bg-sunken text-muted",
          )}
        >
          {counted === undefined ? "…" : countText(counted)}
        </span>
      </button>
    );
  };
  return (
    <div
      role="group"
      aria-label="State"
      className="relative mb-4 flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {tab(undefined, "All")}
      {runChoices.map(({ value: status, label }) => tab(status as RunStatus, label))}
    </div>
  );
}
