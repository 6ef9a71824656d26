import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import type { ItemOf } from "../../../api/use-operation.ts";
import { SearchBox } from "../../../components/filter/search-box.tsx";
import { NoMatches } from "../../../components/states.tsx";
import { List } from "../../../components/table/list.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { timeColumn } from "../../../components/table/time-column.tsx";

const CollectionsBulk = lazyPart(() => import("./collections-bulk.tsx"), "CollectionsBulk");

type Row = ItemOf<"listDataCollections">;

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ id, name, description }) => (
      <Link
        from="/data"
        to="/data"
        search={(now) => ({
          ...now,
          collection: id,
          all: undefined,
          where: undefined,
          order: undefined,
          record: undefined,
        })}
        title={description}
        className="font-mono text-xs font-medium hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: "versions",
    header: "Versions",
    align: "end",
    width: "6rem",
    from: "sm",
    cell: ({ versions }) => versions.length,
  },
  { id: "grants", header: "Grants", align: "end", width: "6rem", from: "md", cell: ({ grants }) => grants.length },
  {
    id: "live",
    header: "In Production",
    align: "end",
    width: "8rem",
    from: "md",
    cell: ({ activeVersions: { production } }) => (production === null ? "–" : `version ${production}`),
  },
  timeColumn("updatedAt", "Changed"),
];

interface CollectionsTableProps {
  pages: ComponentProps<typeof List<Row>>["pages"];
  /** The search that filters the list. */
  q: string;
  onSearch: (text: string) => void;
  onChoose: (collectionId: string) => void;
}

/** The Project's collections in a table, where many can be chosen. */
export const CollectionsTable = ({ pages, q, onSearch, onChoose }: CollectionsTableProps) => (
  <div className="grid min-w-0 content-start gap-3">
    <SearchBox label="Search collections" placeholder="Search by name" value={q} onChange={onSearch} />
    <List
      label="Collections"
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onChoose(id)}
      Bulk={CollectionsBulk}
      empty={
        <NoMatches title="No collections match" clear="Clear search" onClear={() => onSearch("")}>
          No name contains “{q}”.
        </NoMatches>
      }
    />
  </div>
);
