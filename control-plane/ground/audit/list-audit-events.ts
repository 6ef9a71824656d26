import type { Handlers } from "../handler/handler.ts";
import { decodeCursor, encodeCursor, toPage } from "../handler/page.ts";
import { invalidCursor } from "../store/rows/invalid-cursor.ts";
import { toAuditEvent } from "./queries.ts";
import { findEvents } from "./queries/find-events.ts";

/**
 * Audit events of the installation, newest first. An API token reads only the Project that it is limited to. A search
 * that has compared enough events says until when; the next page goes on there.
 */
export const listAuditEvents: Handlers["listAuditEvents"] = async ({ scope, actor, query }) => {
  const { limit, cursor, ...asked } = query;
  const list = `audit-events:${JSON.stringify(asked)}`;
  const key = decodeCursor(cursor, list)?.[0];
  const before = key === undefined ? null : Number(key);
  if (before !== null && !Number.isSafeInteger(before)) throw invalidCursor();
  const projectId = actor.tokenProjectId ?? asked.projectId;
  if (asked.projectId !== undefined && asked.projectId !== projectId)
    return { items: [], nextCursor: null, searchedSince: null };
  const { rows, upTo } = await findEvents(scope, { ...asked, projectId }, limit, before);
  const page = toPage(rows, limit, list, ({ sequence }) => [String(sequence)]);
  return {
    items: page.items.map(toAuditEvent),
    nextCursor: upTo === null ? page.nextCursor : encodeCursor(list, [String(upTo.sequence)]),
    searchedSince: upTo?.at.toISOString() ?? null,
  };
};
