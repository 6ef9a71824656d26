import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { useEvery } from "../../../../api/use-every.ts";
import type { Endpoint } from "../../endpoint.ts";
import { declaredBy, noPermissions } from "../policy-sentence.ts";

/** Everything that the drafts of an endpoint's Functions declare, and the names of their bindings. */
export function useDeclared(endpoint: Endpoint) {
  const isMcp = endpoint.kind === "mcp";
  const input = { params: { endpointId: endpoint.id } };
  const mcp = useEvery("listMcpBindings", input, { enabled: isMcp });
  const http = useEvery("listHttpBindings", input, { enabled: !isMcp });
  const functions = useEvery("listFunctions", { query: { boundTo: endpoint.id } });
  const bindings = isMcp ? mcp.data : http.data;
  const targets =
    bindings?.map((one) => ("toolName" in one ? targetOf(one.kind, one.toolName) : `${one.method} ${one.path}`)) ?? [];
  const declared = functions.data ? declaredBy(functions.data.map(({ permissions }) => permissions)) : noPermissions;
  return { declared, targets, isKnown: functions.data !== undefined && bindings !== undefined };
}
