import type { ChartSeries } from "./chart-props.ts";

const mostOf = (values: Iterable<number | null>) => Math.max(0, ...[...values].map((value) => value ?? 0));

/** Whether the axis includes a bound: what is drawn beside it comes to half of it. @param drawn with the sums of stacks */
export const isInReach = (
  { values }: Pick<ChartSeries, "values">,
  drawn: readonly { one: Pick<ChartSeries, "bound">; values: readonly (number | null)[] }[],
): boolean => mostOf(values) <= 2 * mostOf(drawn.flatMap((each) => (each.one.bound === true ? [] : each.values)));
