import type { Handlers } from "../../../ground/handler/handler.ts";
import { wishedPage } from "../../../ground/handler/list-page.ts";
import { describeCronBindings } from "./describe-cron-bindings.ts";
import { listCronBindingRows, findCronBinding } from "../queries/bindings.ts";
import { showInput } from "./shown-input.ts";
import { found } from "../../../ground/handler/not-found.ts";

/** The Project's cron bindings, newest first. */
export const listCronBindings: Handlers["listCronBindings"] = ({ app, scope, actor, query }) =>
  wishedPage(
    query,
    `cron-bindings:${scope.projectId}`,
    (wish) => listCronBindingRows(scope, wish),
    async (rows) => describeCronBindings(scope, rows, await showInput(app, scope, actor, rows)),
  );

export const getCronBinding: Handlers["getCronBinding"] = async ({ app, scope, actor, params }) => {
  const row = found(await findCronBinding(scope, params.cronBindingId));
  const [binding] = await describeCronBindings(scope, [row], await showInput(app, scope, actor, [row]));
  return found(binding);
};
