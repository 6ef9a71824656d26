import type { Handlers } from "../../ground/handler/handler.ts";
import { auditedRoute } from "./audited-binding.ts";
import { insertHttpBinding } from "./queries.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { taken } from "./taken.ts";
import { toHttpBinding } from "./to-binding.ts";

/** Binds a Function to a route of one endpoint, from the next deployment on. */
export const createHttpBinding: Handlers["createHttpBinding"] = async ({ scope, params, body }) => {
  const endpoint = await requireEndpoint(scope, params.endpointId, "http", body.functionId);
  const row = await insertHttpBinding(scope, { ...body, endpointId: endpoint.id }).catch(taken);
  return { answer: toHttpBinding(row), audit: auditedRoute(null, row) };
};
