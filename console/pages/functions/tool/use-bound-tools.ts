import { useQueries } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { keyOf, useOperation, type ItemOf } from "../../../api/use-operation.ts";

export interface BoundTool {
  endpoint: Pick<ItemOf<"listRuntimeEndpoints">, "id" | "name" | "slug">;
  binding: Pick<ItemOf<"listMcpBindings">, "id" | "revision" | "toolName" | "title" | "description" | "annotations">;
}

/** The tools through which MCP Endpoints offer a Function; undefined while loading. */
export function useBoundTools(functionId: string): BoundTool[] | undefined {
  const offering = { query: { kind: "mcp" as const, functionId, limit: 50 } };
  const endpoints = useOperation("listRuntimeEndpoints", offering, { staleTime: 30_000 });
  const mcp = endpoints.data?.items ?? [];
  const lists = useQueries({
    queries: mcp.map(({ id }) => {
      const input = { params: { endpointId: id }, query: { functionId, kind: "tool" as const, limit: 50 } };
      return {
        queryKey: keyOf("listMcpBindings", input),
        queryFn: () => api.listMcpBindings(input),
        staleTime: 30_000,
      };
    }),
  });
  if (endpoints.data === undefined || lists.some(({ data }) => data === undefined)) return undefined;
  return lists.flatMap(({ data }, index) => {
    const endpoint = mcp[index];
    if (endpoint === undefined) return [];
    return (data?.items ?? []).map((binding) => ({ endpoint, binding }));
  });
}
