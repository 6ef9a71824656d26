import type { RouteList, ToolList } from "@ferrule/contract/resources/discovery.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useOperation } from "../../../api/use-operation.ts";
import type { Endpoint } from "../endpoint.ts";

export type Route = RouteList["routes"][number];
export type Tool = ToolList["tools"][number];
export type Prompt = NonNullable<ToolList["prompts"]>[number];
type Listed = NonNullable<ToolList["resources"]>[number];

/** A resource, or a template that stands for many. */
export interface Resource extends Omit<Listed, "uri"> {
  /** The URI, or the template. */
  uri: string;
}

/** Resources and templates of `resources/list` and `resources/templates/list` in one list, by name. */
export const servedResources = ({
  resources = [],
  resourceTemplates = [],
}: Partial<Pick<ToolList, "resources" | "resourceTemplates">>): Resource[] =>
  [...resources, ...resourceTemplates.map(({ uriTemplate, ...one }) => ({ ...one, uri: uriTemplate }))].toSorted(
    (a, b) => (a.name < b.name ? -1 : 1),
  );

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

/** A route's display name: `GET /orders/{orderId}`. */
export const routeName = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;
