import { oneOf, searchOf } from "../../../shell/page/search-params.ts";

export const errorRanges = ["24h", "7d", "30d"] as const;
export type ErrorRange = (typeof errorRanges)[number];

export const errorRangeDays: Record<ErrorRange, number> = { "24h": 1, "7d": 7, "30d": 30 };

/** The state of an error's page, from its URL. */
export const errorSearch = searchOf({
  /** Seven days when not set. */
  range: oneOf(errorRanges),
});
