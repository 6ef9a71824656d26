import { said, searchText } from "../../shell/page/search-params.ts";

export interface CacheSearch {
  /** `default` when not set. */
  tenant?: string | undefined;
  /** The prefix of the keys to list. */
  prefix?: string | undefined;
  /** The entry beside the list. */
  key?: string | undefined;
}

/** The state of the cache's page, from its URL. */
export const cacheSearch = (search: Record<string, unknown>): CacheSearch =>
  said<CacheSearch>({
    tenant: searchText(search["tenant"], 128),
    prefix: searchText(search["prefix"], 256),
    key: searchText(search["key"], 256),
  });
