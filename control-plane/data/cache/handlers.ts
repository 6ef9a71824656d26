import type { Handlers } from "../../ground/handler/handler.ts";
import { deleteCacheEntry } from "./delete-cache-entry.ts";
import { listCacheEntries } from "./list-cache-entries.ts";
import { revealCacheEntry } from "./reveal-cache-entry.ts";

export const cacheHandlers = { listCacheEntries, revealCacheEntry, deleteCacheEntry } satisfies Partial<Handlers>;
