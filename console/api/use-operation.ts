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
import { deletions } from "./undo/deletions.ts";

export type InputOf<N extends OperationName> = NonNullable<Parameters<Client[N]>[0]>;
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<Client[N]>>;
/** One item of a list's response. */
export type ItemOf<N extends OperationName> = AnswerOf<N> extends { items: (infer Item)[] } ? Item : never;

type Options<T> = Omit<UseQueryOptions<T, Error, T>, "queryKey" | "queryFn">;
type AnyCall = (input: object) => Promise<unknown>;

/** The cache key of an operation's response; `[name]` matches all responses of the operation. */
export const keyOf = (name: OperationName, input?: object): readonly unknown[] =>
  input === undefined ? [name] : [name, tabProject.get(), input];

/**
 * Reads an operation: `useOperation("getFunction", { params: { functionId } })`. The response is cached by operation,
 * Project and input; `options` are react-query's (`enabled`, `refetchInterval`, `placeholderData: keepPreviousData`).
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

/** Identifies the subject of a list, regardless of its search and order. */
function partOf(key: readonly unknown[]): string {
  const [name, project, input] = key as [string, string | null, { query?: object } | undefined];
  const { q: _q, sort: _sort, ...query } = (input?.query ?? {}) as Record<string, unknown>;
  return JSON.stringify([name, project, { ...input, query }]);
}

interface Paged<Item> {
  items: Item[];
  nextCursor: string | null;
}
/** One page of a list: what is beside its items, too. */
type PageOf<N extends OperationName> = AnswerOf<N> & Paged<ItemOf<N>>;

const idOf = (item: unknown) => (item as { id?: string }).id ?? "";

const distinct = <Item>(items: readonly Item[], keyOfItem: (item: Item) => string): Item[] => [
  ...new Map(items.map((item, index) => [keyOfItem(item) || index, item])).values(),
];

/** Leaves out what is being deleted, by its id as `deleteLater` has it. */
export function useWithoutGone<Item>(items: readonly Item[] | undefined, keyOfItem: (item: Item) => string = idOf) {
  const gone = deletions.gone.use();
  return items?.filter((item) => !gone.has(keyOfItem(item)));
}

/**
 * Reads a list page by page; `items` are the items of all pages so far, and `more()` reads the next one. While another
 * search or order of the same list loads, the old items stay. `idOf` says what identifies an item without an `id`.
 */
export function usePages<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: { enabled?: boolean; refetchInterval?: number; idOf?: (item: ItemOf<N>) => string } = {},
) {
  const { idOf: keyOfItem = idOf, ...given } = options;
  const result = useInfiniteQuery<PageOf<N>, Error, InfiniteData<PageOf<N>>, readonly unknown[], string | undefined>({
    ...given,
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
  // If an item's sort value changes between two reads, the item can move to another page and so appear twice.
  const items =
    result.data &&
    distinct(
      result.data.pages.flatMap((page) => page.items),
      keyOfItem,
    );
  return {
    items: useWithoutGone(items, keyOfItem),
    error: result.error,
    isPending: result.isPending,
    isFetching: result.isFetching,
    /** The items shown still belong to the previous search. */
    isOld: result.isPlaceholderData,
    hasMore: result.hasNextPage,
    /** The page that was read last, with what it says of the list. */
    last: result.data?.pages.at(-1),
    more: () => void (result.isFetchingNextPage ? undefined : result.fetchNextPage()),
    refetch: () => void result.refetch(),
  };
}
