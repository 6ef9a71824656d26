export { deleteCacheEntry } from "./delete-cache-entry.ts";
export { listCacheEntries } from "./list-cache-entries.ts";
export { listCacheTenants } from "./list-cache-tenants.ts";
export { revealCacheEntry } from "./reveal-cache-entry.ts";
