import type { ChartSeries } from "../../components/chart/chart-props.ts";
import { beforeNames, capitalized, type Before, type Traffic } from "./traffic-texts.ts";

type Shown = Pick<Traffic, "series" | "window">;
type Then = Before["series"] | undefined;

/** Thin and dashed: what the others are compared with. */
export const compared: Pick<ChartSeries, "color" | "dash" | "line"> = { color: "faint", dash: [3, 3], line: true };

/** The outcomes of calls, and all calls of the time before. */
export const callsSeries = ({ series, window }: Shown, then: Then): ChartSeries[] => [
  {
    label: "Succeeded",
    color: "series-1",
    values: series.map((step) => step.calls - step.failed - step.rejected - step.cancelled),
  },
  { label: "Failed", color: "series-bad", values: series.map(({ failed }) => failed) },
  { label: "Rejected", color: "series-warn", values: series.map(({ rejected }) => rejected) },
  { label: "Cancelled", color: "series-none", values: series.map(({ cancelled }) => cancelled) },
  ...(then === undefined
    ? []
    : [{ ...compared, label: capitalized(beforeNames[window]), values: then.map(({ calls }) => calls) }]),
];

/** Three percentiles, and the middle one of the time before. */
export const latencySeries = ({ series, window }: Shown, then: Then): ChartSeries[] => [
  { label: "p50", color: "series-2", values: series.map((step) => step.latency.p50Ms) },
  { label: "p95", color: "series-1", dash: [6, 3], values: series.map((step) => step.latency.p95Ms) },
  { label: "p99", color: "series-3", dash: [2, 3], values: series.map((step) => step.latency.p99Ms) },
  ...(then === undefined
    ? []
    : [{ ...compared, label: `p95, ${beforeNames[window]}`, values: then.map((step) => step.latency.p95Ms) }]),
];
