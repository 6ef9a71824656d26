import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneSettings } from "../../ground/settings.ts";
import type { Store } from "../../ground/store/store.ts";
import { createPostgresRates } from "./rates/postgres-rates.ts";
import type { RateStore } from "../../ground/ports/rate-store.ts";

interface OpenRatesOptions {
  settings: Pick<ControlPlaneSettings, "redisUrl">;
  store: Store;
  log: Log;
}

/** Opens the store of limits by the minute: Redis if REDIS_URL is set, otherwise the database. */
export async function openRates({ settings: { redisUrl }, store, log }: OpenRatesOptions): Promise<RateStore> {
  if (redisUrl === undefined) return createPostgresRates(store);
  const { createRedisRates } = await import("./rates/redis-rates.ts");
  return createRedisRates({ url: redisUrl, log });
}
