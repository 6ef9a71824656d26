import { useOperation } from "../../api/use-operation.ts";

/** The Project's progress to its first live tool call, from the server's data. */
export function useFirstSteps(watching: boolean) {
  const options = watching ? { refetchInterval: 1_500 } : {};
  const functions = useOperation("listFunctions", { query: { limit: 1 } }, options);
  const endpoints = useOperation("listRuntimeEndpoints", { query: { kind: "mcp", limit: 50 } }, options);
  const items = endpoints.data?.items ?? [];
  const endpoint = items.find(({ deployed }) => deployed.development) ?? items[0];
  const endpointId = endpoint?.id ?? "";
  const bindings = useOperation(
    "listMcpBindings",
    { params: { endpointId }, query: { limit: 1 } },
    { ...options, enabled: endpointId !== "" },
  );
  const calls = useOperation(
    "listExecutions",
    { query: { source: "mcp", limit: 1 } },
    watching ? { refetchInterval: 1_000, staleTime: 0 } : {},
  );
  const written = (functions.data?.items.length ?? 0) > 0;
  const bound = (bindings.data?.items.length ?? 0) > 0;
  const deployed = bound && endpoint?.deployed.development === true;
  return {
    /** Everything has been loaded once, so that nothing jumps. */
    isReady: functions.isSuccess && endpoints.isSuccess && calls.isSuccess && (endpointId === "" || bindings.isSuccess),
    error: functions.error ?? endpoints.error ?? calls.error,
    endpoint,
    written,
    bound,
    deployed,
    /** The latest call of a tool, by any caller. */
    call: calls.data?.items[0],
  };
}
