import type { ChartMark } from "./chart-props.ts";

/**
 * Moves each mark to the beginning of its step, where the step's values are drawn. So what it caused stands at the mark
 * or after it. Marks before the first step are left out.
 */
export const snapMarks = (marks: readonly ChartMark[], times: readonly string[]): ChartMark[] =>
  marks.flatMap(({ at, label }) => {
    const step = times.findLast((time) => Date.parse(time) <= Date.parse(at));
    return step === undefined ? [] : [{ at: step, label }];
  });
