import { readTime } from "@ferrule/contract/resources/fields.ts";
import { findCronBinding } from "../queries/bindings.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../../ground/handler/page.ts";
import { invalidCursor } from "../../../ground/store/rows/invalid-cursor.ts";
import { listCronRunRows, type CronRunKey } from "../queries/runs.ts";
import { toCronRun } from "../queries/to-cron-run.ts";

function readKey(parts: string[] | null): CronRunKey | null {
  if (parts === null) return null;
  const [at = "", id = ""] = parts;
  const scheduledFor = readTime(at);
  if (scheduledFor === null) throw invalidCursor();
  return { scheduledFor, id };
}

/** The runs of a binding, latest occurrence first. */
export const listCronRuns: Handlers["listCronRuns"] = async ({ scope, params, query }) => {
  const { limit, cursor, status } = query;
  const binding = found(await findCronBinding(scope, params.cronBindingId));
  const list = `cron-runs:${scope.projectId}:${binding.id}:${status ?? ""}`;
  const rows = await listCronRunRows(scope, binding.id, status, limit, readKey(decodeCursor(cursor, list)));
  const page = toPage(rows, limit, list, ({ scheduledFor, id }) => [scheduledFor.toISOString(), id]);
  return { items: page.items.map(toCronRun), nextCursor: page.nextCursor };
};
