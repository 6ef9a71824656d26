import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { describeCronBindings } from "./describe-cron-bindings.ts";
import { findCronBinding } from "../queries/bindings.ts";
import { showInput } from "./shown-input.ts";

export const getCronBinding: Handlers["getCronBinding"] = async ({ app, scope, actor, params }) => {
  const row = found(await findCronBinding(scope, params.cronBindingId));
  const [binding] = await describeCronBindings(scope, [row], await showInput(app, scope, actor, [row]));
  return found(binding);
};
