// Why: docs/decisions/redis-behind-the-control-plane.md
import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneSettings } from "../../ground/settings.ts";
import type { Store } from "../../ground/store/store.ts";
import type { Cache } from "../../ground/ports/cache.ts";
import { createPostgresCache } from "./postgres/postgres-cache.ts";

interface OpenCacheOptions {
  settings: Pick<ControlPlaneSettings, "redisUrl" | "cacheProjectMb">;
  store: Store;
  log: Log;
}

/**
 * Opens the cache that the settings name: REDIS_URL, otherwise the database. The Redis client is loaded only when
 * needed: it is a quarter of a control plane's modules.
 */
export async function openCache({ settings, store, log }: OpenCacheOptions): Promise<Cache> {
  const { redisUrl, cacheProjectMb } = settings;
  if (redisUrl !== undefined) {
    const { createRedisCache } = await import("./redis/redis-cache.ts");
    return createRedisCache({ url: redisUrl, log });
  }
  return createPostgresCache({ store, mostBytes: cacheProjectMb * 1_048_576 });
}
