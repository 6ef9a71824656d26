import { PublicError } from "@ferrule/contract/errors.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import { found } from "../../ground/handler/not-found.ts";
import { hasFunction } from "../../authoring/functions/queries/functions.ts";
import { findEndpoint, type RuntimeEndpointRow } from "../runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

const wrongKind: Record<EndpointKind, string> = {
  mcp: "This is an HTTP API: it takes HTTP bindings.",
  http: "This is an MCP Endpoint: it takes MCP bindings.",
};

/**
 * Requires that the binding's endpoint and its Function exist.
 * @throws PublicError NOT_FOUND for either; then INVALID_STATE when the endpoint is of the other kind.
 */
export async function requireEndpoint(
  scope: ProjectScope,
  endpointId: string,
  kind: EndpointKind,
  functionId?: string | null,
): Promise<RuntimeEndpointRow> {
  const endpoint = found(await findEndpoint(scope, endpointId));
  if (functionId !== undefined && functionId !== null && !(await hasFunction(scope, functionId))) {
    throw new PublicError("NOT_FOUND", "There is no such Function in this Project.");
  }
  if (endpoint.kind !== kind) throw new PublicError("INVALID_STATE", wrongKind[kind]);
  return endpoint;
}
