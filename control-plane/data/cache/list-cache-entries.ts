import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";

/** The cache's entries in one environment and tenant, without their values. */
export const listCacheEntries: Handler<Operations["listCacheEntries"]> = ({ app, scope, query }) =>
  app.cache.list(scope, { ...query, cursor: query.cursor });
