import { useOperation } from "../../../api/use-operation.ts";
import type { Endpoint } from "../endpoint.ts";
import { declaredBy, noPermissions } from "./policy-sentence.ts";

/** What the Functions bound on an endpoint declare together, as drafted, and what they are bound as. */
export function useDeclared(endpoint: Endpoint) {
  const isMcp = endpoint.kind === "mcp";
  const input = { params: { endpointId: endpoint.id }, query: { limit: 200 } };
  const mcp = useOperation("listMcpBindings", input, { enabled: isMcp });
  const http = useOperation("listHttpBindings", input, { enabled: !isMcp });
  const functions = useOperation("listFunctions", { query: { limit: 200 } });
  const bindings = isMcp ? mcp.data?.items : http.data?.items;
  const bound = new Set(bindings?.map(({ functionId }) => functionId));
  const targets = bindings?.map((one) => ("toolName" in one ? one.toolName : `${one.method} ${one.path}`)) ?? [];
  const declared =
    functions.data && bindings
      ? declaredBy(functions.data.items.filter(({ id }) => bound.has(id)).map(({ permissions }) => permissions))
      : noPermissions;
  return { declared, targets, isKnown: functions.data !== undefined && bindings !== undefined };
}
