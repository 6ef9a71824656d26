import type { Client } from "@ferrule/contract/client.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
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

/** What a list is about, whatever is searched for in it and in which order. */
function partOf(key: readonly unknown[]): string {
  const [name, project, input] = key as [string, string | null, { query?: object } | undefined];
  const { q: _q, sort: _sort, ...query } = (input?.query ?? {}) as Record<string, unknown>;
  return JSON.stringify([name, project, { ...input, query }]);
}

interface PageOf<N extends OperationName> {
  items: ItemOf<N>[];
  nextCursor: string | null;
}

const distinct = <Item>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item, index) => [(item as { id?: string }).id ?? index, item])).values(),
];

/**
 * Reads a list page by page; `items` are those of all pages read so far, `more()` reads the next one. While another search
 * or order of the same list is read, its items stay as they are.
 */
export function usePages<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) {
  const result = useInfiniteQuery<PageOf<N>, Error, InfiniteData<PageOf<N>>, readonly unknown[], string | undefined>({
    ...options,
    queryKey: [...keyOf(name, input), "pages"],
    placeholderData: (before, query) =>
      query !== undefined && partOf(query.queryKey) === partOf(keyOf(name, input)) ? before : undefined,
    initialPageParam: undefined,
    queryFn: ({ signal, pageParam }) => {
      const query = {
        ...(input as { query?: object }).query,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      };
      return (api[name] as AnyCall)({ ...input, query, signal }) as Promise<PageOf<N>>;
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return {
    // An item moves to another page when what the list is sorted by changes meanwhile.
    items: result.data && distinct(result.data.pages.flatMap((page) => page.items)),
    error: result.error,
    isPending: result.isPending,
    isFetching: result.isFetching,
    /** What is shown is of the search before. */
    isOld: result.isPlaceholderData,
    hasMore: result.hasNextPage,
    more: () => void (result.isFetchingNextPage ? undefined : result.fetchNextPage()),
    refetch: () => void result.refetch(),
  };
}
