import { useMemo } from "react";
import { useOperation } from "../../api/use-operation.ts";

/** The ids of the Project's Functions by slug, of the first two hundred. */
export function useFunctionIds(): ReadonlyMap<string, string> {
  const { data } = useOperation("listFunctions", { query: { limit: 200 } }, { staleTime: 30_000 });
  return useMemo(() => new Map(data?.items.map(({ slug, id }) => [slug, id])), [data]);
}
