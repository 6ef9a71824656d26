import type { Environment } from "@ferrule/contract/states.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { keyOf, useWithoutGone, type ItemOf } from "../../../api/use-operation.ts";
import type { Condition } from "../search.ts";
import { orderOf, whereOf } from "../where/where-of.ts";

export type RecordRow = ItemOf<"queryRecords">;

/** The records to query, and their place. */
export interface RecordsAsked {
  collectionId: string;
  environment: Environment;
  tenantId: string;
  where: readonly Condition[];
  order: string | undefined;
}

const pageSize = 100;

/** A record's id in a place: another collection, tenant or environment may have one of the same id. */
export const recordKey = (collectionId: string, place: Pick<RecordsAsked, "environment" | "tenantId">, id: string) =>
  JSON.stringify([collectionId, place.environment, place.tenantId, id]);

/**
 * Reads records page by page, as `usePages` does for lists; `usePages` cannot, because their query is a request body.
 */
export function useRecords({ collectionId, environment, tenantId, where, order }: RecordsAsked) {
  const result = useInfiniteQuery({
    queryKey: keyOf("queryRecords", { collectionId, environment, tenantId, where, order }),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => {
      const asked = whereOf(where);
      return api.queryRecords({
        params: { collectionId },
        body: {
          environment,
          tenantId,
          ...(asked === undefined ? {} : { where: asked }),
          orderBy: orderOf(order),
          limit: pageSize,
          cursor: pageParam,
        },
        signal,
      });
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return {
    items: useWithoutGone(
      result.data?.pages.flatMap((page) => page.items),
      ({ id }) => recordKey(collectionId, { environment, tenantId }, id),
    ),
    error: result.error,
    isFetching: result.isFetching,
    hasMore: result.hasNextPage,
    more: () => void (result.isFetchingNextPage ? undefined : result.fetchNextPage()),
    refetch: () => void result.refetch(),
  };
}
