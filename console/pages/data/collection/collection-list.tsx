import { Link } from "@tanstack/react-router";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { collectionSource } from "../../../api/pick-sources.ts";
import type { ItemOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { SearchBox } from "../../../components/filter/search-box.tsx";
import { Skeleton } from "../../../components/states.tsx";

const Picker = lazyPart(() => import("../../../components/choose/picker.tsx"), "Picker", <Skeleton className="h-8" />);

interface CollectionListProps {
  pages: { items: readonly ItemOf<"listDataCollections">[] | undefined; hasMore: boolean; more: () => void };
  /** The search that filters the list. */
  q: string;
  onSearch: (text: string) => void;
  shownId: string | null;
  onChoose: (collectionId: string) => void;
}

/** The Project's collections, beside the grid; on narrow screens, a select. */
export const CollectionList = ({ pages, q, onSearch, shownId, onChoose }: CollectionListProps) => (
  <>
    <nav aria-label="Collections" className="grid content-start gap-2 max-lg:hidden">
      {(q !== "" || pages.hasMore || (pages.items?.length ?? 0) > 12) && (
        <SearchBox label="Search collections" placeholder="Search" value={q} onChange={onSearch} className="w-full" />
      )}
      {pages.items?.length === 0 && <p className="px-2.5 text-xs text-muted">No name contains “{q}”.</p>}
      <ul className="grid gap-px">
        {pages.items?.map(({ id, name, description }) => (
          <li key={id}>
            <Link
              from="/data"
              to="/data"
              search={(now) => ({ ...now, collection: id, where: undefined, order: undefined, record: undefined })}
              aria-current={id === shownId ? "page" : undefined}
              title={description}
              className="flex h-8 pointer-coarse:finger items-center rounded-md px-2.5 font-mono text-xs text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <Button kind="quiet" size="sm" onClick={pages.more}>
          Show more
        </Button>
      )}
    </nav>
    <div className="lg:hidden">
      <Picker aria-label="Collection" source={collectionSource} value={shownId} onChange={onChoose} />
    </div>
  </>
);
