import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedRoute } from "./audited-binding.ts";
import { changeHttpBinding, lockHttpBinding } from "./queries.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { taken } from "./taken.ts";
import { toHttpBinding } from "./to-binding.ts";

/** Merges changes into a route; callers see them with the next deployment. */
export const updateHttpBinding: Handlers["updateHttpBinding"] = async ({ scope, params, body, ifMatch }) => {
  const before = found(await lockHttpBinding(scope, params.endpointId, params.bindingId));
  requireRevision(ifMatch, before.revision);
  await requireEndpoint(scope, before.endpointId, "http", body.functionId);
  const row = await changeHttpBinding(scope, before.id, body).catch(taken);
  return { answer: toHttpBinding(row), audit: auditedRoute(before, row) };
};
