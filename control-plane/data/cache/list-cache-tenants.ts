import type { Handlers } from "../../ground/handler/handler.ts";

/** The tenants with entries of the cache in one environment. It shows no entry. */
export const listCacheTenants: Handlers["listCacheTenants"] = async ({ app, scope, query }) => {
  const { tenants, nextCursor } = await app.cache.tenants(scope, { ...query, cursor: query.cursor, q: query.q });
  return { items: tenants.map((tenantId) => ({ tenantId })), nextCursor };
};
