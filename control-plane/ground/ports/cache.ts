import type { CacheEntry } from "@ferrule/contract/resources/cache-entry.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../store/scope.ts";

/** An environment, or a preview by its id. */
export type CacheRoom = Environment | `preview:${string}`;

/** A place of a call within a Project. Entries of one place cannot be reached from another. */
export interface CalledPlace {
  environment: CacheRoom;
  tenantId: string;
}

/** A call that a Function makes to the cache. */
export type CacheCall = CalledPlace & { key: string } & (
    | { kind: "get" }
    | { kind: "set"; json: string; ttlSeconds: number; functionId: string }
    | { kind: "delete" }
  );

/**
 * `get`: the JSON text or null; `delete`: whether the entry existed; `set`: null. An Error means that this call alone
 * failed.
 */
export type CacheAnswer = string | boolean | null | Error;

export interface CachePage {
  items: CacheEntry[];
  nextCursor: string | null;
}

/** A place into which people look. */
export interface CachePlace extends CalledPlace {
  environment: Environment;
}

export interface CacheListing extends CachePlace {
  prefix: string;
  limit: number;
  cursor: string | undefined;
}

export interface TenantListing {
  environment: Environment;
  /** Part of the names that are wanted, in any case. */
  q: string | undefined;
  limit: number;
  cursor: string | undefined;
}

/**
 * The cache of Functions (functions.md, Context): in the database, or in Valkey or Redis. Every statement and key
 * includes the Project, the environment and the tenant.
 */
export interface Cache extends AsyncDisposable {
  /** Runs calls of one Project, in order. */
  run: (projectId: string, calls: readonly CacheCall[]) => Promise<CacheAnswer[]>;
  /**
   * One page of the entries of a place, bounded in count and time. @throws PublicError for the cursor of another list
   */
  list: (scope: ProjectScope, listing: CacheListing) => Promise<CachePage>;
  /**
   * One page of the tenants with entries in an environment, bounded in count and time. @throws PublicError for the cursor of
   * another list
   */
  tenants: (scope: ProjectScope, listing: TenantListing) => Promise<{ tenants: string[]; nextCursor: string | null }>;
  find: (scope: ProjectScope, place: CachePlace, key: string) => Promise<(CacheEntry & { json: string }) | undefined>;
  /** Removes an entry and returns it. */
  remove: (scope: ProjectScope, place: CachePlace, key: string) => Promise<CacheEntry | undefined>;
  /** Removes every entry of a tenant of the Project, in both environments and in previews; returns how many. */
  clear: (projectId: string, tenantId: string) => Promise<number>;
  /** How many entries a tenant has there; counting stops at `most`. */
  count: (projectId: string, tenantId: string, most: number) => Promise<number>;
  /** Removes expired entries, those of ended previews, and those beyond a Project's limit; returns how many. */
  sweep: () => Promise<number>;
}
