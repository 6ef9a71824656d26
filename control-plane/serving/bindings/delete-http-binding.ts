import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedRoute } from "./audited-binding.ts";
import { placeOf } from "./place-of.ts";
import { lockHttpBinding, removeHttpBinding } from "./queries.ts";

/** Removes a drafted route. Callers reach it until the next deployment. */
export const deleteHttpBinding: Handlers["deleteHttpBinding"] = async ({ scope, params, ifMatch }) => {
  const row = found(await lockHttpBinding(scope, params.endpointId, params.bindingId));
  requireRevision(ifMatch, row.revision);
  await removeHttpBinding(scope, row.id);
  return { answer: undefined, audit: auditedRoute(row, null, await placeOf(scope, row)) };
};
