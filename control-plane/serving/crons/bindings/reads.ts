import type { Handlers } from "../../../ground/handler/handler.ts";
import { toPage } from "../../../ground/handler/page.ts";
import { readWish } from "../../../ground/handler/read-wish.ts";
import { cursorOf } from "../../../ground/store/rows/select-page.ts";
import { describeCronBindings } from "./describe-cron-bindings.ts";
import { listCronBindingRows, findCronBinding } from "../queries/bindings.ts";
import { showInput } from "./shown-input.ts";
import { found } from "../../../ground/handler/not-found.ts";

/** The Project's cron bindings, newest first. */
export const listCronBindings: Handlers["listCronBindings"] = async ({ app, scope, actor, query }) => {
  const { list, wish } = readWish(query, `cron-bindings:${scope.projectId}`);
  const page = toPage(await listCronBindingRows(scope, wish), query.limit, list, cursorOf);
  const show = await showInput(app, scope, actor, page.items);
  return { items: await describeCronBindings(scope, page.items, show), nextCursor: page.nextCursor };
};

export const getCronBinding: Handlers["getCronBinding"] = async ({ app, scope, actor, params }) => {
  const row = found(await findCronBinding(scope, params.cronBindingId));
  const [binding] = await describeCronBindings(scope, [row], await showInput(app, scope, actor, [row]));
  return found(binding);
};
