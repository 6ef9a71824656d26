import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartSeries } from "../../components/chart/chart-props.ts";
import { daysBetween } from "../../components/chart/days-between.ts";
import { count } from "../../components/format.ts";
import { Skeleton } from "../../components/states.tsx";
import { compared } from "../traffic/traffic-series.ts";
import { capitalized } from "../traffic/traffic-texts.ts";
import type { DayRange } from "./executions-of.ts";
import { beforeName, daysBefore, usageByDay, usageSummary } from "./usage-by-day.ts";
import { busiestByDay, dailyQuota, partOf, quotaNames, quotaSentences, type UsageQuota } from "./usage-quota.ts";

interface UsageChartProps {
  environment: Environment;
  range: DayRange;
  /** Also as many days right before. */
  compare: boolean;
}

/** The usage of each day of a range, and the quotas; undefined while they are unknown. */
function useDays(environment: Environment, { from, to }: DayRange, enabled = true) {
  const { data } = useOperation("getUsage", { query: { environment, from, to, by: "day" } }, { enabled });
  return useMemo(
    () => (data && enabled ? { days: usageByDay(data.items, { from, to }), quotas: data.quotas } : undefined),
    [data, enabled, from, to],
  );
}

/** The smallest quota of a day as a line, and the use of whoever used most of it, if all rows are known. */
function useQuotaLines(environment: Environment, range: DayRange, quotas: readonly UsageQuota[]): ChartSeries[] {
  const quota = dailyQuota(quotas);
  const by = quota === undefined ? "day" : partOf[quota.by];
  const { data } = useOperation(
    "getUsage",
    { query: { environment, from: range.from, to: range.to, by } },
    { enabled: quota !== undefined },
  );
  const { from, to } = range;
  return useMemo(() => {
    if (quota === undefined) return [];
    const bound: ChartSeries = {
      label: quotaNames.of(quota),
      color: "series-2",
      dash: [8, 4],
      line: true,
      bound: true,
      values: daysBetween(from, to).map(() => quota.requests),
    };
    if (data === undefined || data.truncated) return [bound];
    const values = busiestByDay(data.items, quota, { from, to });
    return [{ label: quotaNames.busiest(quota), color: "series-2", line: true, values }, bound];
  }, [quota, data, from, to]);
}

const outcomes = (days: ReturnType<typeof usageByDay>): ChartSeries[] => [
  {
    label: "Not failed",
    color: "series-1",
    values: days.map(({ calls, failed, rejected }) => calls - failed - rejected),
  },
  { label: "Failed", color: "series-bad", values: days.map(({ failed }) => failed) },
  { label: "Rejected", color: "series-warn", values: days.map(({ rejected }) => rejected) },
];

const noQuotas: readonly UsageQuota[] = [];

/** Calls by day, and the quota that bounds them. A day, or a dragged range of days, opens its executions. */
export function UsageChart({ environment, range, compare }: UsageChartProps) {
  const navigate = useNavigate();
  const { days, quotas = noQuotas } = useDays(environment, range) ?? {};
  const before = useDays(environment, daysBefore(range), compare)?.days;
  const lines = useQuotaLines(environment, range, quotas);
  const times = useMemo(() => days?.map(({ at }) => at) ?? [], [days]);
  const series = useMemo<ChartSeries[]>(
    () =>
      days === undefined
        ? []
        : [
            ...outcomes(days),
            ...(before === undefined
              ? []
              : [
                  {
                    ...compared,
                    label: capitalized(beforeName(days.length)),
                    values: before.map(({ calls }) => calls),
                  },
                ]),
            ...lines,
          ],
    [days, before, lines],
  );
  if (days === undefined) return <Skeleton className="h-[16.75rem]" />;
  return (
    <Chart
      title="Calls by day"
      summary={`${usageSummary(days, before ?? null)}${quotaSentences(quotas)}`}
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
