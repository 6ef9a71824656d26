import { flag, oneOf, searchOf } from "../../shell/page/search-params.ts";

const settingsTabs = [
  "account",
  "sessions",
  "tokens",
  "consents",
  "sign-in",
  "export",
  "status",
  "project",
  "environments",
  "pipelines",
  "erasure",
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** The state of the page, from its URL. */
export const settingsSearch = searchOf({
  /** The user's own account when not set. */
  tab: oneOf(settingsTabs),
  /** The dialog for a new token or a new pipeline rule is open. */
  create: flag,
});
