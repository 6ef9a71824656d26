import { Ban, Check, CircleAlert, CircleDashed, LoaderCircle, type LucideIcon } from "lucide-react";
import { classNames } from "../../components/class-names.ts";
import { duration } from "../../components/format.ts";
import type { Stage, StageName, StageState } from "./stages.ts";

const names: Record<StageName, [title: string, what: string]> = {
  queue: ["Queue", "waiting for a worker"],
  build: ["Build", "types, schemas, bundles"],
  tests: ["Tests", "the Functions' test files"],
  check: ["Check", "bindings and their Functions"],
  activate: ["Activate", "all at once"],
};

const looks: Record<StageState, [LucideIcon, color: string, word: string]> = {
  waiting: [CircleDashed, "text-faint", "waiting"],
  running: [LoaderCircle, "text-accent", "running"],
  done: [Check, "text-good", "done"],
  failed: [CircleAlert, "text-bad", "failed"],
  cancelled: [Ban, "text-muted", "cancelled"],
  skipped: [CircleDashed, "text-faint", "not reached"],
};

/** The stages of a deployment in a row, each with its state and duration. */
export const StageList = ({ stages, progress }: { stages: readonly Stage[]; progress: string }) => (
  <ol aria-label="Stages" className="grid grid-flow-row gap-2 sm:auto-cols-fr sm:grid-flow-col">
    {stages.map(({ name, state, durationMs }) => {
      const [Icon, color, word] = looks[state];
      const [title, what] = names[name];
      return (
        <li
          key={name}
          id={`stage-${name}`}
          aria-current={state === "running" ? "step" : undefined}
          className={classNames(
            "min-w-0 rounded-md border px-3 py-2",
            state === "failed" ? "border-bad-line bg-bad-soft" : "border-line bg-surface",
          )}
        >
          <p className="flex items-center gap-1.5 text-sm font-medium">
            <Icon
              aria-hidden
              size={14}
              strokeWidth={2.2}
              className={classNames("shrink-0", color, state === "running" && "working")}
            />
            {title}
            <span className="ml-auto font-normal text-muted">{durationMs === null ? "" : duration(durationMs)}</span>
          </p>
          <p className="truncate text-xs text-muted">
            <span className={color}>{word}</span>
            {state === "running" && progress !== "" ? ` · ${progress}` : ` · ${what}`}
          </p>
        </li>
      );
    })}
  </ol>
);
