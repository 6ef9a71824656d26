import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { classNames } from "../../components/class-names.ts";
import type { ExecutionsSearch } from "../executions/search.ts";
import { countedHere, failedHere } from "./counted-here.ts";
import { count, duration, percent } from "../../components/format.ts";

const Tile = ({
  label,
  value,
  detail,
  tone,
  search,
}: {
  label: string;
  value: string;
  detail?: ReactNode;
  /** What finds the executions that it counts. */
  search?: ExecutionsSearch | undefined;
  tone?: "bad" | undefined;
}) => (
  <div className="min-w-0 bg-surface px-4 py-3">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={classNames("truncate text-xl font-semibold tracking-tight", tone === "bad" && "text-bad")}>
      {search === undefined ? (
        value
      ) : (
        <Link to="/executions" search={search} className="hover:underline">
          {value}
        </Link>
      )}
    </dd>
    <dd className="truncate text-xs text-muted">{detail ?? " "}</dd>
  </div>
);

/** A number in a sentence that leads to what it counts; without executions, only the number. */
const Counted = ({ value, what, search }: { value: number; what: string; search: ExecutionsSearch }) =>
  value === 0 ? (
    `${count(value)} ${what}`
  ) : (
    <Link to="/executions" search={search} className="inline-block min-w-6 leading-6 hover:underline">
      {count(value)} {what}
    </Link>
  );

const milliseconds = (value: number | null) => (value === null ? "–" : duration(value));

/** The key figures. */
export function TrafficNumbers({ dashboard }: { dashboard: AnswerOf<"getDashboard"> }) {
  const { calls, failed, rejected, cancelled, errorRate, latency, workers } = dashboard;
  const up = workers.filter(({ status }) => status === "up");
  const sum = (pick: (worker: (typeof up)[number]) => number) => up.reduce((total, worker) => total + pick(worker), 0);
  const waiting = sum((worker) => worker.waiting);
  const here = countedHere(dashboard);
  const slowest = calls === 0 ? undefined : { ...here, sort: "-durationMs" as const };
  const shown = calls === 0 ? undefined : here;
  /** Percentiles of one call say nothing more than that call. */
  const latencyDetail = (usual: string) => (calls === 1 ? "one call" : usual);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
      <Tile
        label="Calls"
        value={count(calls)}
        search={shown}
        detail={
          <>
            <Counted value={rejected} what="rejected" search={{ ...here, status: "rejected" }} />,{" "}
            <Counted value={cancelled} what="cancelled" search={{ ...here, status: "cancelled" }} />
          </>
        }
      />
      <Tile
        label="Error rate"
        value={percent(errorRate)}
        detail={<Counted value={failed} what="failed" search={failedHere(dashboard)} />}
        tone={errorRate >= 0.05 ? "bad" : undefined}
      />
      <Tile
        label="Latency p50"
        value={milliseconds(latency.p50Ms)}
        search={shown}
        detail={latencyDetail("half of calls are faster")}
      />
      <Tile
        label="Latency p95"
        value={milliseconds(latency.p95Ms)}
        search={slowest}
        detail={latencyDetail("95% of calls are faster")}
      />
      <Tile
        label="Latency p99"
        value={milliseconds(latency.p99Ms)}
        search={slowest}
        detail={latencyDetail("99% of calls are faster")}
      />
      <Tile
        label="In flight, all Projects"
        value={count(sum((worker) => worker.running))}
        detail={waiting === 0 ? "None queued" : `${count(waiting)} queued`}
      />
    </dl>
  );
}
