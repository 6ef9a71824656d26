import type { RouteList, ToolList } from "@ferrule/contract/resources/discovery.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useOperation } from "../../../api/use-operation.ts";
import type { Endpoint } from "../endpoint.ts";

export type Route = RouteList["routes"][number];
export type Tool = ToolList["tools"][number];

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
    error,
    refetch: () => void refetch(),
  };
}

/** A route's display name: `GET /orders/{orderId}`. */
export const routeName = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;
