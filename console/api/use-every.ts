import type { OperationName } from "@ferrule/contract/operations.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { api } from "./api.ts";
import { keyOf, type InputOf, type ItemOf } from "./use-operation.ts";

type Call = (input: object) => Promise<{ items: unknown[]; nextCursor: string | null }>;

/**
 * Reads every item of a list, for callers that need all of them, for example everything that an endpoint's Functions
 * declare.
 */
export function useEvery<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: { enabled?: boolean } = {},
): UseQueryResult<ItemOf<N>[]> {
  return useQuery<ItemOf<N>[]>({
    ...options,
    queryKey: [...keyOf(name, input), "every"],
    async queryFn({ signal }) {
      const items: unknown[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = {
          ...(input as { query?: object }).query,
          limit: 200,
          ...(cursor === undefined ? {} : { cursor }),
        };
        const page = await (api[name] as unknown as Call)({ ...input, query, signal });
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      return items as ItemOf<N>[];
    },
  });
}
