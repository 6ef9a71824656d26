import { said, searchOneOf } from "../../shell/search-params.ts";

export const usageWindows = ["7d", "30d", "90d"] as const;
export type UsageWindow = (typeof usageWindows)[number];
export const usageBy = ["day", "caller", "tenant", "tool"] as const;
export type UsageBy = (typeof usageBy)[number];

export interface UsageSearch {
  /** Days back from today; 30 when not set. */
  days?: UsageWindow | undefined;
  /** The subject of the rows; default: days. */
  by?: UsageBy | undefined;
}

/** The state of the page, from its URL. */
export const usageSearch = (search: Record<string, unknown>): UsageSearch =>
  said<UsageSearch>({
    days: searchOneOf(usageWindows, search["days"]),
    by: searchOneOf(usageBy, search["by"]),
  });
