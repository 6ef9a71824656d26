import { z } from "zod";
import { operation } from "./operation.ts";
import { cacheEntry, cacheKey, cacheKeyPrefix, cachePlace, revealedCacheEntry } from "../resources/cache-entry.ts";
import { environment, listOf, page, partOfTenant, tenantId } from "../resources/fields.ts";

const shared = { tag: "Cache", scope: "project", whenManaged: "allowed" } as const;
const keepers = ["owner", "admin", "operator"] as const;
const one = z.strictObject({ ...cachePlace, key: cacheKey });

/** What Functions keep in the cache, one environment and tenant at a time. */
export const cacheOperations = {
  listCacheEntries: operation({
    ...shared,
    method: "GET",
    path: "/api/storage/cache",
    summary: "List the cache's entries without their values",
    description: "A page may be short, or empty, before the last one.",
    roles: "any",
    query: z.strictObject({ ...page, ...cachePlace, prefix: cacheKeyPrefix.default("") }),
    response: listOf(cacheEntry),
  }),
  listCacheTenants: operation({
    ...shared,
    method: "GET",
    path: "/api/storage/cache/tenants",
    summary: "List the tenants that have entries in the cache",
    description:
      "By name. A page may be short, or empty, before the last one. A cache in Valkey or Redis has no order, and may name a tenant on several pages.",
    roles: "any",
    query: z.strictObject({ ...page, environment, q: partOfTenant }),
    response: listOf(z.object({ tenantId })),
  }),
  revealCacheEntry: operation({
    ...shared,
    method: "POST",
    path: "/api/storage/cache/reveal",
    summary: "Show an entry's value, with known secrets masked",
    roles: keepers,
    body: one,
    response: revealedCacheEntry,
    errors: ["NOT_FOUND"],
    reads: true,
    audit: "cache-entry.reveal",
  }),
  deleteCacheEntry: operation({
    ...shared,
    method: "DELETE",
    path: "/api/storage/cache/key",
    summary: "Delete an entry of the cache",
    roles: keepers,
    query: one,
    response: null,
    errors: ["NOT_FOUND"],
    audit: "cache-entry.delete",
  }),
};
