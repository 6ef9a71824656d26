import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { readTime } from "@ferrule/contract/resources/fields.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { invalidCursor } from "../../ground/store/invalid-cursor.ts";
import { listGroupRows } from "./queries/groups.ts";

/**
 * Failures that likely share a cause: same Function, same code, thrown at the same place. The most recently seen come
 * first. Without `from`, it covers the last seven days.
 */
export const listExecutionGroups: Handlers["listExecutionGroups"] = async ({ scope, query }) => {
  const { limit, cursor, ...filters } = query;
  const list = `execution-groups:${scope.projectId}:${hash("sha256", canonicalJson(filters)).slice(0, 16)}`;
  const [lastSeenAt, id] = decodeCursor(cursor, list) ?? [];
  const at = readTime(lastSeenAt ?? "");
  if (lastSeenAt !== undefined && (id === undefined || at === null)) throw invalidCursor();
  const after = at === null || id === undefined ? null : { lastSeenAt: at, id };
  const rows = await listGroupRows(scope, filters, limit, after);
  const page = toPage(rows, limit, list, (row) => [row.lastSeenAt.toISOString(), row.id]);
  return {
    ...page,
    items: page.items.map(({ firstSeenAt, lastSeenAt, ...group }) => ({
      ...group,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
};
