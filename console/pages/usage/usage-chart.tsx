import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartSeries } from "../../components/chart/chart-props.ts";
import { count } from "../../components/format.ts";
import { Skeleton } from "../../components/states.tsx";
import { compared } from "../traffic/traffic-series.ts";
import { capitalized } from "../traffic/traffic-texts.ts";
import type { DayRange } from "./executions-of.ts";
import { beforeName, daysBefore, usageByDay, usageSummary } from "./usage-by-day.ts";

interface UsageChartProps {
  environment: Environment;
  range: DayRange;
  /** Also as many days right before. */
  compare: boolean;
}

/** The usage of each day of a range; undefined while it is unknown. */
function useDays(environment: Environment, { from, to }: DayRange, enabled = true) {
  const { data } = useOperation("getUsage", { query: { environment, from, to, by: "day" } }, { enabled });
  return useMemo(() => (data && enabled ? usageByDay(data.items, { from, to }) : undefined), [data, enabled, from, to]);
}

/** Calls by day. A day, or a dragged range of days, opens its executions. */
export function UsageChart({ environment, range, compare }: UsageChartProps) {
  const navigate = useNavigate();
  const days = useDays(environment, range);
  const before = useDays(environment, daysBefore(range), compare);
  const times = useMemo(() => days?.map(({ at }) => at) ?? [], [days]);
  const series = useMemo<ChartSeries[]>(
    () =>
      days === undefined
        ? []
        : [
            {
              label: "Not failed",
              color: "series-1",
              values: days.map(({ calls, failed, rejected }) => calls - failed - rejected),
            },
            { label: "Failed", color: "series-bad", values: days.map(({ failed }) => failed) },
            { label: "Rejected", color: "series-warn", values: days.map(({ rejected }) => rejected) },
            ...(before === undefined
              ? []
              : [
                  {
                    ...compared,
                    label: capitalized(beforeName(days.length)),
                    values: before.map(({ calls }) => calls),
                  },
                ]),
          ],
    [days, before],
  );
  if (days === undefined) return <Skeleton className="h-[16.75rem]" />;
  return (
    <Chart
      title="Calls by day"
      summary={usageSummary(days, before ?? null)}
      times={times}
      series={series}
      format={count}
      stacked
      days
      onRange={(begin, end) =>
        void navigate({ to: "/executions", search: { from: begin, to: end, withoutTests: "true" } })
      }
    />
  );
}
