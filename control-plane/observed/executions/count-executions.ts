import { mostCounted } from "@ferrule/contract/operations/executions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { hasPartsWithin } from "./archive/queries/find-parts.ts";
import { countFew } from "./queries/executions.ts";
import { searchKeys } from "./queries/find-keys.ts";

/**
 * How many of the Project's executions match the filters, up to 10,000. It does not look into the archive: `more` says
 * that the archive has executions of the range, and that they may match.
 */
export const countExecutions: Handlers["countExecutions"] = async ({ app, scope, query }) => {
  if (query.requestId !== undefined || query.runId !== undefined) {
    const count = await countFew(scope, query);
    return { count, more: count === 0 && app.archive !== undefined, since: null };
  }
  const { keys, upTo } = await searchKeys(scope, query, mostCounted + 1, null);
  const isFull = keys.length > mostCounted;
  const last = isFull ? (keys[mostCounted - 1] ?? null) : upTo;
  const isOlder = app.archive !== undefined && (await hasPartsWithin(scope, query));
  return {
    count: Math.min(keys.length, mostCounted),
    more: last !== null || isOlder,
    since: last?.startedAt.toISOString() ?? null,
  };
};
