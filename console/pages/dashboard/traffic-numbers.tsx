import type { ReactNode } from "react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { classNames } from "../../components/class-names.ts";
import { count, duration, percent } from "../../components/format.ts";

const Tile = ({
  label,
  value,
  detail,
  tone,
}: {
  label: string;
  value: string;
  detail?: ReactNode;
  tone?: "bad" | undefined;
}) => (
  <div className="min-w-0 bg-surface px-4 py-3">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={classNames("truncate text-xl font-semibold tracking-tight", tone === "bad" && "text-bad")}>
      {value}
    </dd>
    <dd className="truncate text-xs text-muted">{detail ?? " "}</dd>
  </div>
);

const milliseconds = (value: number | null) => (value === null ? "–" : duration(value));

/** The key figures. */
export function TrafficNumbers({ dashboard }: { dashboard: AnswerOf<"getDashboard"> }) {
  const { calls, failed, rejected, cancelled, errorRate, latency, workers } = dashboard;
  const up = workers.filter(({ status }) => status === "up");
  const sum = (pick: (worker: (typeof up)[number]) => number) => up.reduce((total, worker) => total + pick(worker), 0);
  const waiting = sum((worker) => worker.waiting);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
      <Tile label="Calls" value={count(calls)} detail={`${count(rejected)} rejected, ${count(cancelled)} cancelled`} />
      <Tile
        label="Error rate"
        value={percent(errorRate)}
        detail={`${count(failed)} failed`}
        tone={errorRate >= 0.05 ? "bad" : undefined}
      />
      <Tile label="Latency p50" value={milliseconds(latency.p50Ms)} detail="half of calls are faster" />
      <Tile label="Latency p95" value={milliseconds(latency.p95Ms)} detail="95% of calls are faster" />
      <Tile label="Latency p99" value={milliseconds(latency.p99Ms)} detail="99% of calls are faster" />
      <Tile
        label="In flight, all Projects"
        value={count(sum((worker) => worker.running))}
        detail={waiting === 0 ? "None queued" : `${count(waiting)} queued`}
      />
    </dl>
  );
}
