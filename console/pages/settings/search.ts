import { said, searchFlag, searchOneOf } from "../../shell/page/search-params.ts";

export const settingsTabs = [
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

export interface SettingsSearch {
  /** The user's own account when not set. */
  tab?: SettingsTab | undefined;
  /** The dialog for a new token or a new pipeline rule is open. */
  create?: true | undefined;
}

/** The state of the page, from its URL. */
export const settingsSearch = (search: Record<string, unknown>): SettingsSearch =>
  said<SettingsSearch>({ tab: searchOneOf(settingsTabs, search["tab"]), create: searchFlag(search["create"]) });
