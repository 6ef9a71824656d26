import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { sortedDays } from "@ferrule/contract/operations/executions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { readTime } from "@ferrule/contract/resources/fields.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, encodeCursor } from "../../ground/handler/page.ts";
import { invalidCursor } from "../../ground/store/rows/invalid-cursor.ts";
import type { ExecutionFilters, ExecutionKey } from "./filters/execution-filters.ts";
import { findPage } from "./find-page.ts";
import { listByDuration, type DurationKey } from "./queries/by-duration.ts";
import { toSummary } from "./queries/executions.ts";

function toKey([startedAt, id]: string[]): ExecutionKey {
  const at = readTime(startedAt ?? "");
  if (at === null || id === undefined) throw invalidCursor();
  return { startedAt: at, id };
}

function toDurationKey([text, id]: string[]): DurationKey {
  const durationMs = Number(text);
  if (!Number.isFinite(durationMs) || id === undefined) throw invalidCursor();
  return { durationMs, id };
}

/** @throws PublicError VALIDATION_ERROR when the range is open or too long */
function checkRange({ from, to }: ExecutionFilters): void {
  const ends = to === undefined ? sharedNow() : Date.parse(to);
  // A moment more: a client counts the days back from its own now.
  const longestMs = sortedDays * 86_400_000 + 60_000;
  if (from !== undefined && ends - Date.parse(from) <= longestMs) return;
  const message = `is needed to sort by duration, at most ${sortedDays} days before the end`;
  throw new PublicError("VALIDATION_ERROR", undefined, { details: { issues: [{ path: "query/from", message }] } });
}

/**
 * The Project's calls without their large fields, newest first, and then with archived ones; or by duration, within a
 * bounded range.
 */
export const listExecutions: Handlers["listExecutions"] = async (context) => {
  const { projectId, query, read } = context;
  const { limit, cursor, sort = "-startedAt", ...filters } = query;
  const told = sort === "-startedAt" ? filters : { ...filters, sort };
  const list = `executions:${projectId}:${hash("sha256", canonicalJson(told)).slice(0, 16)}`;
  const key = decodeCursor(cursor, list);
  if (sort === "-startedAt") {
    const { items, next } = await findPage(context, { filters, limit, after: key && toKey(key) });
    return { items, nextCursor: next && encodeCursor(list, [next.startedAt.toISOString(), next.id]) };
  }
  checkRange(filters);
  const after = key && toDurationKey(key);
  const { rows, upTo } = await read((scope) =>
    listByDuration(scope, filters, { isUp: sort === "durationMs", limit, after }),
  );
  const last = rows.length > limit ? rows[limit - 1] : upTo;
  const nextCursor = !last ? null : encodeCursor(list, [String(last.durationMs), last.id]);
  return { items: rows.slice(0, limit).map(toSummary), nextCursor };
};
