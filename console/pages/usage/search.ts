import { flag, oneOf, searchOf } from "../../shell/page/search-params.ts";

export const usageWindows = ["7d", "30d", "90d"] as const;
export const usageBy = ["day", "caller", "tenant", "tool", "kind"] as const;
export type UsageBy = (typeof usageBy)[number];

/** The state of the page, from its URL. */
export const usageSearch = searchOf({
  /** Days back from today; 30 when not set. */
  days: oneOf(usageWindows),
  /** What the rows are; days when not set. */
  by: oneOf(usageBy),
  /** The chart shows the days before, too. */
  compare: flag,
});
