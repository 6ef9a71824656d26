import type { Handlers } from "../../ground/handler/handler.ts";

/** The cache's entries in one environment and tenant, without their values. */
export const listCacheEntries: Handlers["listCacheEntries"] = ({ app, scope, query }) =>
  app.cache.list(scope, { ...query, cursor: query.cursor });
