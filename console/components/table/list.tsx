import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { ErrorNote } from "../show/error-note.tsx";
import { SkeletonRows } from "../states.tsx";
import type { Column } from "./table-column.ts";
import { Table } from "./table.tsx";

interface ListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** From `usePages`, or the same shape. */
  pages: {
    items: readonly Row[] | undefined;
    error: Error | null;
    hasMore?: boolean;
    more?: () => void;
    refetch: () => void;
  };
  rowKey: (row: Row) => string;
  onOpen?: (row: Row) => void;
  openKey?: string | undefined;
  isNew?: (row: Row) => boolean;
  moreByScrolling?: boolean;
  onHeld?: (held: boolean) => void;
  headBelow?: string;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Shown once the server has said that the list is empty. */
  empty: ReactNode;
}

/** A list in all its states: loading rows, an error with Retry, empty, or a table. */
export function List<Row>({ pages, empty, ...table }: ListProps<Row>) {
  const { items, error, hasMore, more, refetch } = pages;
  if (items === undefined) return error ? <ErrorNote error={error} onRetry={refetch} /> : <SkeletonRows />;
  return (
    <div className="grid gap-3">
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {items.length === 0 ? (
        <>
          {empty}
          {hasMore === true && (
            <div className="flex justify-center">
              <Button size="sm" onClick={more}>
                Show more
              </Button>
            </div>
          )}
        </>
      ) : (
        <Table {...table} rows={items} hasMore={hasMore ?? false} {...(more ? { onMore: more } : {})} />
      )}
    </div>
  );
}
