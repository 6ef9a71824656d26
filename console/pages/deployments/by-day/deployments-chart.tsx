import type { Environment } from "@ferrule/contract/states.ts";
import { useMemo, useState } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { Chart } from "../../../components/chart/chart.tsx";
import type { ChartSeries } from "../../../components/chart/chart-props.ts";
import { count } from "../../../components/format.ts";
import { Skeleton } from "../../../components/states.tsx";
import { deploymentsByDay, deploymentsSummary } from "./deployments-by-day.ts";

const [days, mostShown] = [30, 100];
const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

interface DeploymentsChartProps {
  /** Only those to this environment. */
  target: Environment | undefined;
  /** Called with the days that were chosen, RFC 3339. */
  onRange: (from: string, to: string) => void;
}

/** How the deployments of the last 30 days ended, by day. A day opens its deployments. */
export function DeploymentsChart({ target, onRange }: DeploymentsChartProps) {
  const [now] = useState(() => Date.now());
  const from = dayOf(now - (days - 1) * dayMs);
  const { data } = useOperation("listDeployments", {
    query: { target, from: `${from}T00:00:00.000Z`, limit: mostShown },
  });
  const items = data?.items;
  const byDay = useMemo(() => deploymentsByDay(items ?? [], from, dayOf(now)), [items, from, now]);
  const times = useMemo(() => byDay.map(({ at }) => at), [byDay]);
  const series = useMemo<ChartSeries[]>(
    () => [
      { label: "Completed", color: "series-1", values: byDay.map(({ completed }) => completed) },
      { label: "Failed", color: "series-bad", values: byDay.map(({ failed }) => failed) },
      { label: "Cancelled", color: "series-none", values: byDay.map(({ cancelled }) => cancelled) },
    ],
    [byDay],
  );
  if (items === undefined) return <Skeleton className="h-[16.75rem]" />;
  return (
    <Chart
      title="Deployments by day"
      summary={deploymentsSummary(items, days, data?.nextCursor !== null)}
      times={times}
      series={series}
      format={count}
      stacked
      days
      onRange={onRange}
    />
  );
}
