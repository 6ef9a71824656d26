import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneSettings } from "../settings.ts";
import type { Store } from "../store/store.ts";
import type { Cache } from "./cache.ts";
import { createPostgresCache } from "./postgres/postgres-cache.ts";
import { createRedisCache } from "./redis/redis-cache.ts";

interface OpenCacheOptions {
  settings: Pick<ControlPlaneSettings, "redisUrl" | "cacheProjectMb">;
  store: Store;
  log: Log;
}

/** Opens the cache where the settings say: REDIS_URL, otherwise the database. */
export async function openCache({ settings, store, log }: OpenCacheOptions): Promise<Cache> {
  const { redisUrl, cacheProjectMb } = settings;
  if (redisUrl !== undefined) return createRedisCache({ url: redisUrl, log });
  return createPostgresCache({ store, mostBytes: cacheProjectMb * 1_048_576 });
}
