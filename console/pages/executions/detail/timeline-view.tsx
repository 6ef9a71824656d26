import { useState, type ReactNode } from "react";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { classNames } from "../../../components/class-names.ts";
import { Button } from "../../../components/button/button.tsx";
import { count, duration } from "../../../components/format.ts";
import { timelineOf, type Bar } from "./timeline.ts";

type Execution = AnswerOf<"getExecution">;

const shown = 40;
const colors: Record<Bar["kind"], string> = {
  gateway: "bg-line-strong",
  queue: "bg-line-strong",
  run: "bg-series-1",
  call: "bg-series-2",
  host: "bg-series-3",
};

const isWithin = ({ kind }: Bar) => kind === "call" || kind === "host";
const share = (ms: number, totalMs: number) => `${Math.min(100, Math.max(0, (ms / totalMs) * 100))}%`;

interface BarLineProps {
  bar: Bar;
  totalMs: number;
  /** The ticks on the bar. */
  children: ReactNode;
}

const BarLine = ({ bar, totalMs, children }: BarLineProps) => (
  <li className="grid grid-cols-[minmax(0,15rem)_minmax(0,1fr)_4.5rem] items-center gap-x-3 gap-y-0.5 text-sm max-sm:grid-cols-[minmax(0,1fr)_4.5rem]">
    <span className={classNames("flex min-w-0 items-baseline gap-2", isWithin(bar) && "pl-4")}>
      <span className={classNames("truncate", isWithin(bar) && "font-mono text-xs")} title={bar.label}>
        {bar.label}
      </span>
      <span className={classNames("shrink-0 text-xs", bar.failed ? "text-bad" : "text-muted")}>{bar.note}</span>
    </span>
    <span aria-hidden className="relative h-4 rounded-sm bg-sunken max-sm:order-last max-sm:col-span-2">
      <span
        className={classNames(
          "absolute inset-y-0.5 min-w-[2px] rounded-sm",
          bar.failed ? "bg-series-bad" : colors[bar.kind],
        )}
        style={{ left: share(bar.fromMs, totalMs), width: share(bar.ms, totalMs) }}
      />
      {children}
    </span>
    <span className="text-right text-muted">{duration(bar.ms)}</span>
  </li>
);

/** How a call spent its time: one bar per line on a shared axis, with the log as ticks on the run. */
export function TimelineView({ execution }: { execution: Execution }) {
  const [isWhole, setWhole] = useState(false);
  const { bars, receivedMs, totalMs } = timelineOf(execution);
  const { logs, startedAt, gatewayMs, queueMs, cpuMs, hostCallsOmitted } = execution;
  const arrived = Date.parse(startedAt) - receivedMs;
  return (
    <div>
      <p className="mb-2 text-sm text-muted">
        {duration(totalMs)} from the {gatewayMs === null ? "worker's" : "gateway's"} door to the answer:{" "}
        {gatewayMs !== null && `${duration(gatewayMs)} in the gateway, `}
        {duration(queueMs)} in the queue, {duration(execution.durationMs)} running, {duration(cpuMs)} of CPU time.
      </p>
      <ol aria-label="Timeline" className="grid gap-1 max-sm:gap-2.5">
        {bars.slice(0, isWhole ? bars.length : shown).map((bar, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the bars of one execution never change
          <BarLine key={index} bar={bar} totalMs={totalMs}>
            {bar.kind === "run" &&
              logs.slice(0, 200).map(({ at, level }, tick) => (
                <span
                  // oxlint-disable-next-line react/no-array-index-key -- the log of one execution never changes
                  key={tick}
                  className={classNames(
                    "absolute inset-y-0 w-px",
                    level === "error" ? "bg-bad" : level === "warn" ? "bg-warn" : "bg-ink",
                  )}
                  style={{ left: share(Date.parse(at) - arrived, totalMs) }}
                />
              ))}
          </BarLine>
        ))}
      </ol>
      {bars.length > shown && !isWhole && (
        <Button kind="quiet" size="sm" onClick={() => setWhole(true)}>
          Show {count(bars.length - shown)} more
        </Button>
      )}
      {hostCallsOmitted > 0 && (
        <p className="mt-1 text-sm text-muted">
          {count(hostCallsOmitted)} more host calls were counted but not recorded.
        </p>
      )}
    </div>
  );
}
