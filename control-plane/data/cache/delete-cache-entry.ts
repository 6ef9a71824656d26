import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { auditedEntry } from "./audited-entry.ts";

export const deleteCacheEntry: Handlers["deleteCacheEntry"] = async ({ app, scope, query }) => {
  const entry = found(await app.cache.remove(scope, query, query.key));
  return { answer: undefined, audit: auditedEntry(entry) };
};
