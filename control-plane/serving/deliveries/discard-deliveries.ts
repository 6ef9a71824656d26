import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedDeliveries } from "./audited-deliveries.ts";
import { lockDeliveries } from "../runs/queries/deliveries.ts";
import { giveUpRuns } from "../runs/queries/many.ts";

/** Gives up deliveries that wait or have died. One that is running now comes to its end. */
export const discardDeliveries: Handlers["discardDeliveries"] = async ({ operation, actor, scope, body }) => {
  requireRoleIn(operation, body.environment, actor);
  const { ids, more } = await lockDeliveries(scope, "discard", body);
  await giveUpRuns(scope, ids);
  return { answer: { changed: ids.length, more }, audit: auditedDeliveries(body, ids) };
};
