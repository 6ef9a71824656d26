import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { requireRevision } from "../http/require-revision.ts";
import { auditedRoute } from "./audited-binding.ts";
import { lockHttpBinding, removeHttpBinding } from "./records.ts";

/** Specification 4.4: the route is served until the next deployment. */
export const deleteHttpBinding: Handler<Operations["deleteHttpBinding"]> = async ({ scope, params, ifMatch }) => {
  const row = found(await lockHttpBinding(scope, params.endpointId, params.bindingId));
  requireRevision(ifMatch, row.revision);
  await removeHttpBinding(scope, row.id);
  return { answer: undefined, audit: auditedRoute(row, null) };
};
