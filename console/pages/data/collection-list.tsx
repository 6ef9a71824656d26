import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { ItemOf } from "../../api/use-operation.ts";
import { Skeleton } from "../../components/states.tsx";

const Select = lazy(async () => ({ default: (await import("../../components/select.tsx")).Select }));

interface CollectionListProps {
  collections: readonly ItemOf<"listDataCollections">[];
  shownId: string;
  onChoose: (collectionId: string) => void;
}

/** The Project's collections, beside the grid; on narrow screens one to choose. */
export const CollectionList = ({ collections, shownId, onChoose }: CollectionListProps) => (
  <>
    <nav aria-label="Collections" className="max-lg:hidden">
      <ul className="grid gap-px">
        {collections.map(({ id, name, description }) => (
          <li key={id}>
            <Link
              from="/data"
              to="/data"
              search={(now) => ({ ...now, collection: id, where: undefined, order: undefined, record: undefined })}
              aria-current={id === shownId ? "page" : undefined}
              title={description}
              className="flex h-8 items-center rounded-md px-2.5 font-mono text-xs text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    <div className="lg:hidden">
      <Suspense fallback={<Skeleton className="h-8" />}>
        <Select
          aria-label="Collection"
          value={shownId}
          choices={collections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onChoose}
        />
      </Suspense>
    </div>
  </>
);
