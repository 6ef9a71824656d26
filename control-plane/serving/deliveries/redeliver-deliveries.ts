import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedDeliveries } from "./audited-deliveries.ts";
import { lockDeliveries, redeliver } from "../runs/queries/deliveries.ts";

/** Runs deliveries that have ended once more, with all the attempts that their route allows. */
export const redeliverDeliveries: Handlers["redeliverDeliveries"] = async ({ operation, actor, scope, body }) => {
  requireRoleIn(operation, body.environment, actor);
  const { ids, more } = await lockDeliveries(scope, "redeliver", body);
  await redeliver(scope, ids);
  return { answer: { changed: ids.length, more }, audit: auditedDeliveries(body, ids) };
};
