import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { count, duration } from "../../components/format.ts";
import type { ExecutionsSearch } from "../executions/search.ts";
import { callsSeries, latencySeries } from "./traffic-series.ts";
import { callsSummary, latencySummary, type Before, type Traffic } from "./traffic-texts.ts";

const merged = (many: number) => `${many} deployments`;

interface TrafficChartsProps {
  traffic: Traffic;
  /** The time before, to compare with. */
  before?: Before | null;
  /** What finds the executions that are counted, apart from their time. */
  filter?: ExecutionsSearch;
}

/** Calls and latency over time, with deployments marked. A step, or a dragged range, opens its executions. */
export function TrafficCharts({ traffic, before = null, filter }: TrafficChartsProps) {
  const { environment, from, series, window } = traffic;
  const then = before?.series;
  const navigate = useNavigate();
  const deployments = useOperation("listDeployments", {
    query: { target: environment, status: "completed", limit: 50 },
  });
  const marks = (deployments.data?.items ?? []).flatMap(({ number, finishedAt }) =>
    finishedAt !== null && finishedAt >= from ? [{ at: finishedAt, label: `#${number}` }] : [],
  );
  const times = useMemo(() => series.map(({ at }) => at), [series]);
  const calls = useMemo(() => callsSeries({ series, window }, then), [series, window, then]);
  const latency = useMemo(() => latencySeries({ series, window }, then), [series, window, then]);
  const open = (start: string, end: string) =>
    void navigate({ to: "/executions", search: { ...filter, from: start, to: end, withoutTests: "true" } });
  const shared = { times, marks, mergedMarks: merged, onRange: open };
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Chart {...shared} title="Calls" summary={callsSummary(traffic, before)} series={calls} format={count} stacked />
      <Chart {...shared} title="Latency" summary={latencySummary(traffic, before)} series={latency} format={duration} />
    </div>
  );
}
