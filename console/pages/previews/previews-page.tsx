import { useNavigate, useSearch } from "@tanstack/react-router";
import { Eye } from "lucide-react";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Mono } from "../../components/mono.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { PreviewBadge } from "./preview-badge.tsx";

const PreviewsBulk = lazyPart(() => import("./previews-bulk.tsx"), "PreviewsBulk");
const PreviewDrawer = lazyPart(() => import("./preview-drawer.tsx"), "PreviewDrawer");

type Row = ItemOf<"listPreviews">;

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: "status", header: "State", width: "7rem", cell: ({ status }) => <PreviewBadge status={status} /> },
  {
    id: "by",
    header: "Made by",
    from: "md",
    cell: ({ createdBy }) => createdBy?.email ?? <span className="text-muted">A deleted user</span>,
  },
  { id: "branch", header: "Branch", from: "md", cell: ({ commit }) => commit?.branch ?? null },
  {
    id: "commit",
    header: "Commit",
    width: "8rem",
    from: "lg",
    cell: ({ commit }) => commit && <Mono>{commit.sha.slice(0, 10)}</Mono>,
  },
  timeColumn("changedAt", "Changed", { from: "sm" }),
  timeColumn("endsAt", "Ends", { from: "sm" }),
];

/** Folders that are served beside Development, at addresses of their own. */
export function PreviewsPage() {
  const { preview } = useSearch({ from: "/previews" });
  const navigate = useNavigate({ from: "/previews" });
  const pages = usePages("listPreviews", { query: { limit: 100 } });
  const open = (name: string | undefined) =>
    void navigate({ search: name === undefined ? {} : { preview: name }, replace: name === undefined });
  return (
    <Page
      title="Previews"
      description="Folders that are served beside Development. A preview ends a day after its last change."
    >
      <List
        label="Previews"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        onOpen={({ name }) => open(name)}
        Bulk={PreviewsBulk}
        empty={
          <EmptyState icon={Eye} title="No previews">
            Run <Mono>ferrule dev</Mono> in the folder of this Project, and every save is served at an address of its
            own. A pipeline makes a preview of each pull request with <Mono>ferrule preview serve</Mono>.
          </EmptyState>
        }
      />
      {preview !== undefined && <PreviewDrawer name={preview} onClose={() => open(undefined)} />}
    </Page>
  );
}
