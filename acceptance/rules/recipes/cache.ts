import type { HostCallBatch } from "@ferrule/contract/internal/host-calls.ts";
import { sendHostCalls } from "@ferrule/control-plane/doors/internal/testing/connect-host-calls.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const place = { environment: "development", tenantId: "tenant:a" } as const;

/** Caches something through a worker, as a Function of this Project would. */
async function cached(site: Site) {
  const { internalUrl, settings } = site.controlPlane;
  const key = fresh("cached");
  const batch: HostCallBatch = {
    projectId: site.projectId,
    calls: [
      {
        ...place,
        name: "cache.set",
        functionId: identifier("fn"),
        endpointId: null,
        executionId: identifier("exe"),
        argument: { key, json: '{"n":1}', ttlSeconds: 600 },
      },
    ],
  };
  const [result] = await sendHostCalls(internalUrl, settings.workerApiTokens[0], batch);
  if (result?.ok !== true) throw new Error(`Nothing was cached: ${JSON.stringify(result)}`);
  return { ...place, key };
}

const nothing = { ...place, key: "nothing" };

export const cacheRecipes = {
  listCacheEntries: {
    prepare: async ({ site }) => {
      await cached(site);
      return { query: { ...place, prefix: "cached-" } };
    },
  },
  listCacheTenants: {
    prepare: async ({ site }) => {
      await cached(site);
      return { query: { environment: place.environment, q: "TENANT" } };
    },
  },
  revealCacheEntry: {
    prepare: async ({ site }) => {
      const body = await cached(site);
      return { body, target: body.key };
    },
    refusals: { NOT_FOUND: async () => ({ body: nothing }) },
  },
  deleteCacheEntry: {
    prepare: async ({ site }) => {
      const query = await cached(site);
      return { query, target: query.key };
    },
    refusals: { NOT_FOUND: async () => ({ query: nothing }) },
  },
} satisfies Partial<Recipes>;
