import type { ReactNode } from "react";
import { MoreButton } from "../button/more-button.tsx";
import { ErrorNote } from "../show/error-note.tsx";
import { SkeletonRows } from "../states.tsx";
import { Table, type TableProps } from "./table.tsx";

interface ListProps<Row> extends Omit<TableProps<Row>, "rows" | "hasMore" | "onMore"> {
  /** From `usePages`, or the same shape. */
  pages: {
    items: readonly Row[] | undefined;
    error: Error | null;
    hasMore?: boolean;
    more?: () => void;
    refetch: () => void;
  };
  /** Shown once the server has said that the list is empty. */
  empty: ReactNode;
}

/** A list in all its states: loading rows, an error with Retry, empty, or a table. */
export function List<Row>({ pages, empty, ...table }: ListProps<Row>) {
  const { items, error, hasMore = false, more, refetch } = pages;
  if (items === undefined) return error ? <ErrorNote error={error} onRetry={refetch} /> : <SkeletonRows />;
  return (
    <div className="grid gap-3">
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {items.length === 0 ? (
        <>
          {empty}
          <MoreButton hasMore={hasMore} more={more} />
        </>
      ) : (
        <Table {...table} rows={items} hasMore={hasMore} {...(more ? { onMore: more } : {})} />
      )}
    </div>
  );
}
