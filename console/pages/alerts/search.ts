import { flag, id, oneOf, searchOf } from "../../shell/page/search-params.ts";

const alertTabs = ["channels", "log", "settings"] as const;
export type AlertTab = "alerts" | (typeof alertTabs)[number];

/** The state of the page, from its URL. */
export const alertsSearch = searchOf({
  /** The alerts themselves when not set. */
  tab: oneOf(alertTabs),
  /** Those that are over; without it, those that fire. */
  show: oneOf(["resolved"]),
  /** The form for a new channel is open. */
  create: flag,
  /** The channel whose form is open. */
  channel: id,
});
