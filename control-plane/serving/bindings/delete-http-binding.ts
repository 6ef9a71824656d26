import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedRoute } from "./audited-binding.ts";
import { lockHttpBinding, removeHttpBinding } from "./queries.ts";

/** The route is served until the next deployment. */
export const deleteHttpBinding: Handler<Operations["deleteHttpBinding"]> = async ({ scope, params, ifMatch }) => {
  const row = found(await lockHttpBinding(scope, params.endpointId, params.bindingId));
  requireRevision(ifMatch, row.revision);
  await removeHttpBinding(scope, row.id);
  return { answer: undefined, audit: auditedRoute(row, null) };
};
