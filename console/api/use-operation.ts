import type { Client } from "@ferrule/contract/client.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { useInfiniteQuery, useQuery, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import { api } from "./api.ts";
import { tabProject } from "./tab-project.ts";

export type InputOf<N extends OperationName> = NonNullable<Parameters<Client[N]>[0]>;
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<Client[N]>>;
/** One item of a list's answer. */
export type ItemOf<N extends OperationName> = AnswerOf<N> extends { items: (infer Item)[] } ? Item : never;

type Options<T> = Omit<UseQueryOptions<T, Error, T>, "queryKey" | "queryFn">;
type AnyCall = (input: object) => Promise<unknown>;

/** The key of what an operation answered: all of an operation is `[name]`. */
export const keyOf = (name: OperationName, input?: object): readonly unknown[] =>
  input === undefined ? [name] : [name, tabProject.get(), input];

/**
 * Reads an operation: `useOperation("getFunction", { params: { functionId } })`. The answer is kept by operation, Project
 * and input; `options` are react-query's (`enabled`, `refetchInterval`, `placeholderData: keepPreviousData`).
 */
export function useOperation<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: Options<AnswerOf<N>> = {},
): UseQueryResult<AnswerOf<N>> {
  return useQuery<AnswerOf<N>>({
    ...options,
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => (api[name] as AnyCall)({ ...input, signal }) as Promise<AnswerOf<N>>,
  });
}

/** Reads a list page by page; `items` are those of all pages read so far, `more()` reads the next one. */
export function usePages<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) {
  const result = useInfiniteQuery({
    ...options,
    queryKey: [...keyOf(name, input), "pages"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) => {
      const query = {
        ...(input as { query?: object }).query,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      };
      return (api[name] as AnyCall)({ ...input, query, signal }) as Promise<{
        items: ItemOf<N>[];
        nextCursor: string | null;
      }>;
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return {
    items: result.data?.pages.flatMap((page) => page.items),
    error: result.error,
    isPending: result.isPending,
    isFetching: result.isFetching,
    hasMore: result.hasNextPage,
    more: () => void (result.isFetchingNextPage ? undefined : result.fetchNextPage()),
    refetch: () => void result.refetch(),
  };
}
