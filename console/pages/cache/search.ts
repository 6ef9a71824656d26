import { id, searchOf, text } from "../../shell/page/search-params.ts";

/** The state of the cache's page, from its URL. */
export const cacheSearch = searchOf({
  /** `default` when not set. */
  tenant: id,
  /** The prefix of the keys to list. */
  prefix: text(256),
  /** The entry beside the list. */
  key: text(256),
});
