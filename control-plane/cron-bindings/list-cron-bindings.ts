import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { describeCronBindings } from "./describe-cron-bindings.ts";
import { listCronBindingRows } from "./records.ts";
import { showInput } from "./shown-input.ts";

/** Specification 4.10: the Project's cron bindings, newest first. */
export const listCronBindings: Handler<Operations["listCronBindings"]> = async ({ app, scope, actor, query }) => {
  const { limit, cursor, ...filter } = query;
  const list = `cron-bindings:${scope.projectId}:${JSON.stringify(filter)}`;
  const rows = await listCronBindingRows(scope, filter, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  const show = await showInput(app, scope, actor, page.items);
  return { items: await describeCronBindings(scope, page.items, show), nextCursor: page.nextCursor };
};
