import type { DashboardWindow } from "@ferrule/contract/resources/dashboard.ts";
import { flag, oneOf } from "../../shell/page/search-params.ts";

/** The range that charts of calls show, in a page's URL. */
export const trafficReaders = {
  /** Back from now; one day when not set. */
  window: oneOf(["1h", "7d"]),
  /** The time before is shown, too. */
  compare: flag,
};

export interface TrafficSearch {
  window?: "1h" | "7d" | undefined;
  compare?: true | undefined;
}

/** The range that is shown. */
export const windowOf = ({ window }: TrafficSearch): DashboardWindow => window ?? "24h";
