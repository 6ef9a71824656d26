import { Link, useNavigate } from "@tanstack/react-router";
import { Library } from "lucide-react";
import { Mono } from "../../components/mono.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { FunctionLinks } from "../../components/show/function-links.tsx";
import { Page } from "../../components/page.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { SearchedList } from "../../shell/page/searched-list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { kindTexts } from "./kind-texts.ts";

const LibrariesBulk = lazyPart(() => import("./libraries-bulk.tsx"), "LibrariesBulk");
const NewLibrary = lazyPart(() => import("./new-library.tsx"), "NewLibrary");

type Row = ItemOf<"listLibraries">;

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ id, name }) => (
      <Link to="/libraries/$libraryId" params={{ libraryId: id }} className="font-medium hover:underline">
        {name}
      </Link>
    ),
  },
  { id: "kind", header: "Kind", width: "7rem", cell: ({ kind }) => <Badge>{kindTexts[kind]}</Badge> },
  {
    id: "version",
    header: "Version",
    width: "7rem",
    cell: ({ version }) => <Mono>{version}</Mono>,
  },
  {
    id: "integrity",
    header: "Integrity",
    width: "12rem",
    from: "lg",
    cell: ({ kind, integrity }) =>
      kind === "source" ? null : integrity === null ? (
        <span className="text-xs text-muted">pinned by the next build</span>
      ) : (
        <code className="font-mono text-xs text-muted" title={integrity}>
          {integrity}
        </code>
      ),
  },
  {
    id: "used",
    header: "Used by",
    from: "md",
    cell: ({ usedBy }) => (
      <span title={usedBy.join(", ")}>
        <FunctionLinks names={usedBy} none="Nothing yet" />
      </span>
    ),
  },
  timeColumn("updatedAt", "Changed", { sorts: true, from: "sm" }),
];

const filters = [{ name: "kind", label: "Kind", choices: choicesOf(kindTexts) }];

/** Code that the Functions of the Project share: its own sources, and npm packages. */
export function LibrariesPage() {
  const state = useListSearch("/libraries");
  const { search, q, set } = state;
  const { kind, sort, create } = search;
  const navigate = useNavigate();
  const pages = usePages("listLibraries", { query: { limit: 100, q: q || undefined, kind, sort } });
  const open = (libraryId: string) => void navigate({ to: "/libraries/$libraryId", params: { libraryId } });
  const newLibrary = useCreateButton("createLibrary", "New Library", () => set({ create: true }));
  return (
    <Page
      title="Libraries"
      description="Code that Functions can import: your own TypeScript and npm packages pinned to an exact version."
      actions={newLibrary}
    >
      <SearchedList
        things="Libraries"
        searched="name"
        state={state}
        filters={filters}
        columns={columns}
        pages={pages}
        Bulk={LibrariesBulk}
        onOpen={({ id }) => open(id)}
        icon={Library}
        create={newLibrary}
      >
        Add code that several Functions share, or an npm package. Functions import it by name, and the next deployment
        includes it.
      </SearchedList>
      {create === true && <NewLibrary onClose={() => set({ create: undefined })} onCreated={open} />}
    </Page>
  );
}
