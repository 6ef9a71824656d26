import type { RouteList, ToolList } from "@ferrule/contract/resources/discovery.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useOperation } from "../../../api/use-operation.ts";
import type { Endpoint } from "../endpoint.ts";
import { servedResources } from "./served.ts";

/** What an environment serves of an endpoint; empty when it serves nothing. */
export function useServed(endpoint: Pick<Endpoint, "id">, environment: Environment) {
  const { data, error, refetch } = useOperation("getDiscovery", {
    params: { endpointId: endpoint.id },
    query: { environment },
  });
  const served = data as Partial<ToolList & RouteList> | undefined;
  return {
    tools: served && (served.tools ?? []),
    routes: served && (served.routes ?? []),
    /** Resources and templates; none while they are unknown. */
    resources: servedResources(served ?? {}),
    prompts: served?.prompts ?? [],
    error,
    refetch: () => void refetch(),
  };
}
