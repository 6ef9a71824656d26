import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartSeries } from "../../components/chart/chart-props.ts";
import { stepTime } from "../../components/chart/chart-table.tsx";
import { count, counted, duration, percent } from "../../components/format.ts";

type Dashboard = AnswerOf<"getDashboard">;

const merged = (many: number) => `${many} deployments`;

function callsSummary({ calls, errorRate, series, firstCallAt }: Dashboard): string {
  if (calls === 0) return "No calls in this period.";
  const top = series.reduce((most, step) => (step.calls > most.calls ? step : most));
  const since = firstCallAt === null ? "" : ` since the first one at ${stepTime(firstCallAt)}`;
  return `${counted(calls, "call")}${since}, ${percent(errorRate)} failed. Busiest at ${stepTime(top.at)} (${count(top.calls)}).`;
}

function latencySummary({ latency, series }: Dashboard): string {
  if (latency.p95Ms === null) return "No calls in this period.";
  const slowest = series.reduce((most, step) => ((step.latency.p95Ms ?? 0) > (most.latency.p95Ms ?? 0) ? step : most));
  return `95% of calls took at most ${duration(latency.p95Ms)}. Slowest at ${stepTime(slowest.at)}.`;
}

/** Calls and latency over time, with deployments marked. Dragging over a range opens its executions. */
export function TrafficCharts({ dashboard }: { dashboard: Dashboard }) {
  const { environment, from, series } = dashboard;
  const navigate = useNavigate();
  const deployments = useOperation("listDeployments", {
    query: { target: environment, status: "completed", limit: 50 },
  });
  const marks = (deployments.data?.items ?? []).flatMap(({ number, finishedAt }) =>
    finishedAt !== null && finishedAt >= from ? [{ at: finishedAt, label: `#${number}` }] : [],
  );
  const times = useMemo(() => series.map(({ at }) => at), [series]);
  const calls = useMemo<ChartSeries[]>(
    () => [
      {
        label: "Succeeded",
        color: "series-1",
        values: series.map((step) => step.calls - step.failed - step.rejected - step.cancelled),
      },
      { label: "Failed", color: "series-bad", values: series.map(({ failed }) => failed) },
      { label: "Rejected", color: "series-warn", values: series.map(({ rejected }) => rejected) },
      { label: "Cancelled", color: "series-none", values: series.map(({ cancelled }) => cancelled) },
    ],
    [series],
  );
  const latency = useMemo<ChartSeries[]>(
    () => [
      { label: "p50", color: "series-2", values: series.map((step) => step.latency.p50Ms) },
      { label: "p95", color: "series-1", dash: [6, 3], values: series.map((step) => step.latency.p95Ms) },
      { label: "p99", color: "series-3", dash: [2, 3], values: series.map((step) => step.latency.p99Ms) },
    ],
    [series],
  );
  const open = (start: string, end: string) => void navigate({ to: "/executions", search: { from: start, to: end } });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Chart
        title="Calls"
        summary={callsSummary(dashboard)}
        times={times}
        series={calls}
        format={count}
        stacked
        marks={marks}
        mergedMarks={merged}
        onRange={open}
      />
      <Chart
        title="Latency"
        summary={latencySummary(dashboard)}
        times={times}
        series={latency}
        format={duration}
        marks={marks}
        mergedMarks={merged}
        onRange={open}
      />
    </div>
  );
}
