import type { Environment } from "@ferrule/contract/states.ts";
import { useMemo, useState } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { Chart } from "../../../components/chart/chart.tsx";
import type { ChartSeries } from "../../../components/chart/chart-props.ts";
import { count } from "../../../components/format.ts";
import { Skeleton } from "../../../components/states.tsx";
import { CompareWith } from "../../traffic/compare-with.tsx";
import { compared } from "../../traffic/traffic-series.ts";
import { capitalized } from "../../traffic/traffic-texts.ts";
import { beforeName, daysBefore } from "../../usage/usage-by-day.ts";
import { comparedDeployments, deploymentsByDay, deploymentsSummary, endedByDay } from "./deployments-by-day.ts";

const [days, mostShown] = [30, 100];
const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const beginOf = (day: string) => `${day}T00:00:00.000Z`;
const before = beforeName(days);

interface DeploymentsChartProps {
  /** Only those to this environment. */
  target: Environment | undefined;
  /** Also those of as many days right before. */
  compare: boolean;
  onCompare: (next: true | undefined) => void;
  /** Called with the days that were chosen, RFC 3339. */
  onRange: (from: string, to: string) => void;
}

/** The newest deployments of the last days, and those of as many days before. */
function useDeployments(target: Environment | undefined, compare: boolean) {
  const [now] = useState(() => Date.now());
  const range = useMemo(() => ({ from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) }), [now]);
  const former = useMemo(() => daysBefore(range), [range]);
  const shared = { target, limit: mostShown };
  const here = useOperation("listDeployments", { query: { ...shared, from: beginOf(range.from) } });
  const there = useOperation(
    "listDeployments",
    { query: { ...shared, from: beginOf(former.from), to: beginOf(range.from) } },
    { enabled: compare },
  );
  return { range, former, data: here.data, earlier: compare ? there.data : undefined };
}

/** How the deployments of the last 30 days ended, by day. A day opens its deployments. */
export function DeploymentsChart({ target, compare, onCompare, onRange }: DeploymentsChartProps) {
  const { range, former, data, earlier } = useDeployments(target, compare);
  const items = data?.items;
  const byDay = useMemo(() => deploymentsByDay(items ?? [], range.from, range.to), [items, range]);
  const times = useMemo(() => byDay.map(({ at }) => at), [byDay]);
  const series = useMemo<ChartSeries[]>(
    () => [
      { label: "Completed", color: "series-1", values: byDay.map(({ completed }) => completed) },
      { label: "Failed", color: "series-bad", values: byDay.map(({ failed }) => failed) },
      { label: "Cancelled", color: "series-none", values: byDay.map(({ cancelled }) => cancelled) },
      ...(earlier === undefined
        ? []
        : [
            {
              ...compared,
              label: capitalized(before),
              values: endedByDay(earlier.items, former, earlier.nextCursor !== null),
            },
          ]),
    ],
    [byDay, earlier, former],
  );
  if (items === undefined) return <Skeleton className="h-[19.25rem]" />;
  const comparison = earlier && comparedDeployments(earlier.items, before, earlier.nextCursor !== null);
  return (
    <div className="grid gap-2">
      <div className="flex justify-end">
        <CompareWith name={before} isOn={compare} onChange={onCompare} />
      </div>
      <Chart
        title="Deployments by day"
        summary={`${deploymentsSummary(items, days, data?.nextCursor !== null)}${comparison ?? ""}`}
        times={times}
        series={series}
        format={count}
        stacked
        days
        onRange={onRange}
      />
    </div>
  );
}
