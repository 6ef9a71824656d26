import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { environments } from "@ferrule/contract/states.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { decodeCursor, encodeCursor } from "../../../ground/handler/page.ts";
import type { Cache, CacheAnswer, CacheCall, CachePlace, TenantListing } from "../../../ground/ports/cache.ts";
import { openRedis, type RedisClient } from "./open-redis.ts";
import {
  environmentPrefix,
  patternOf,
  patternOfPreviews,
  placePrefix,
  readStored,
  storedText,
  tenantOf,
} from "./redis-keys.ts";
import { scanPage } from "./scan-page.ts";

/** Here a person asks, so an unreachable server is not reported as an internal error. */
async function reaching<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof PublicError) throw cause;
    throw new PublicError("UNAVAILABLE", "The cache cannot be reached just now.", { cause, retryAfterSeconds: 2 });
  }
}

/** Long enough for any Function's identifier. */
const headBytes = 80;

async function answer(client: RedisClient, projectId: string, call: CacheCall): Promise<CacheAnswer> {
  const name = placePrefix(projectId, call) + call.key;
  if (call.kind === "get") {
    const stored = await client.get(name);
    return stored === null ? null : readStored(stored).json;
  }
  if (call.kind === "delete") return (await client.del(name)) > 0;
  const expiration = { type: "EX", value: call.ttlSeconds } as const;
  await client.set(name, storedText(call.functionId, call.json), { expiration });
  return null;
}

/** An entry's metadata, without reading its value; undefined when the entry has just expired. */
async function describe(client: RedisClient, prefix: string, { environment, tenantId }: CachePlace, name: string) {
  const [head, length, ttlMs] = await Promise.all([
    client.getRange(name, 0, headBytes),
    client.strLen(name),
    client.pTTL(name),
  ]);
  if (ttlMs < 0 || length === 0) return undefined;
  const { functionId } = readStored(head ?? "");
  const key = name.slice(prefix.length);
  const expiresAt = new Date(sharedNow() + ttlMs).toISOString();
  return { key, environment, tenantId, functionId, sizeBytes: length - functionId.length - 1, expiresAt };
}

/** A page of the entries of one place, in the order in which the server scans them. */
async function listEntries(client: RedisClient, projectId: string, query: Parameters<Cache["list"]>[1]) {
  const { environment, tenantId, prefix, limit, cursor } = query;
  const place = { environment, tenantId };
  const inPlace = placePrefix(projectId, place);
  const list = JSON.stringify(["redis-cache", projectId, environment, tenantId, prefix]);
  const [from = "0", after = ""] = decodeCursor(cursor, list) ?? [];
  const match = patternOf(inPlace + prefix);
  const { keys, next } = await scanPage({
    scan: (at, count) => client.scan(at, { MATCH: match, COUNT: count }),
    from: { cursor: from, after: after === "" ? "" : inPlace + after },
    limit,
  });
  const described = await Promise.all(keys.map((name) => describe(client, inPlace, place, name)));
  const items = described.filter((entry) => entry !== undefined);
  const nextKey = next && [next.cursor, next.after.slice(inPlace.length)];
  return { items, nextCursor: nextKey && encodeCursor(list, nextKey) };
}

/** A page of the tenants of an environment, in the order in which the server scans their entries. */
async function listTenants(client: RedisClient, projectId: string, asked: TenantListing) {
  const { environment, q = "", limit, cursor } = asked;
  const prefix = environmentPrefix(projectId, environment);
  const match = patternOf(prefix);
  const list = JSON.stringify(["redis-cache-tenants", projectId, environment, q]);
  const [from = "0", after = ""] = decodeCursor(cursor, list) ?? [];
  const wanted = q.toLowerCase();
  const { keys, next } = await scanPage({
    scan: async (at, count) => {
      const found = await client.scan(at, { MATCH: match, COUNT: count });
      const tenants = [...new Set(found.keys.map((key) => tenantOf(key, prefix)))];
      return { cursor: found.cursor, keys: tenants.filter((tenant) => tenant.toLowerCase().includes(wanted)) };
    },
    from: { cursor: from, after },
    limit,
  });
  return { tenants: keys, nextCursor: next && encodeCursor(list, [next.cursor, next.after]) };
}

/** The names of a tenant's entries in both environments and in previews, a few at a time. */
async function* keysOfTenant(client: RedisClient, projectId: string, tenantId: string): AsyncGenerator<string[]> {
  const places = environments.map((environment) => patternOf(placePrefix(projectId, { environment, tenantId })));
  for (const match of [...places, patternOfPreviews(projectId, tenantId)]) {
    for await (const keys of client.scanIterator({ MATCH: match, COUNT: 1_000 })) if (keys.length > 0) yield keys;
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/**
 * The cache in Valkey or Redis. The server handles expiry and the size limit: set `maxmemory` and an eviction policy
 * there. It sends calls together that arrive together.
 */
export async function createRedisCache({ url, log }: { url: string; log: Log }): Promise<Cache> {
  const client = await openRedis({ url, log, name: "ferrule-control-plane" });

  return {
    run: (projectId, calls) => Promise.all(calls.map((call) => answer(client, projectId, call).catch(asError))),
    list: ({ projectId }, query) => reaching(() => listEntries(client, projectId, query)),
    tenants: ({ projectId }, listing) => reaching(() => listTenants(client, projectId, listing)),
    find: ({ projectId }, place, key) =>
      reaching(async () => {
        const prefix = placePrefix(projectId, place);
        const [entry, stored] = await Promise.all([
          describe(client, prefix, place, prefix + key),
          client.get(prefix + key),
        ]);
        return entry && stored !== null ? { ...entry, json: readStored(stored).json } : undefined;
      }),
    remove: ({ projectId }, place, key) =>
      reaching(async () => {
        const prefix = placePrefix(projectId, place);
        const entry = await describe(client, prefix, place, prefix + key);
        return entry && (await client.del(prefix + key)) > 0 ? entry : undefined;
      }),
    clear: (projectId, tenantId) =>
      reaching(async () => {
        let removed = 0;
        for await (const keys of keysOfTenant(client, projectId, tenantId)) removed += await client.del(keys);
        return removed;
      }),
    count: (projectId, tenantId, most) =>
      reaching(async () => {
        let found = 0;
        for await (const keys of keysOfTenant(client, projectId, tenantId)) {
          found += keys.length;
          if (found >= most) return most;
        }
        return found;
      }),
    // The server removes expired entries by itself.
    sweep: async () => 0,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
