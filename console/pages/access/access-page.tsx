import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Download, ShieldQuestion } from "lucide-react";
import { download } from "../../api/download.ts";
import { endpointSource } from "../../api/pick-sources.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { choicesOf } from "../../components/choose/choices-of.ts";
import type { Filter } from "../../components/filter/filter.ts";
import { ListBar } from "../../components/filter/list-bar.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, NoMatches } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { accessQuery, type AccessSearch } from "./search.ts";

type Row = ItemOf<"listAccess">;

const kindNames: Record<Row["kind"], string> = {
  key: "API key",
  machine: "Machine",
  person: "Person",
  issuer: "Access token",
  sender: "Signed webhook",
  anybody: "No authentication",
};

const filters: readonly Filter[] = [
  { name: "endpoint", label: "Endpoint", pick: endpointSource },
  { name: "where", label: "Environment", choices: choicesOf(environmentNames) },
  { name: "kind", label: "Caller", choices: choicesOf(kindNames) },
  { name: "target", label: "Tool or route", placeholder: "look_up_order" },
  { name: "stale", label: "Use", choices: [{ value: "true", label: "Not in the last 90 days" }] },
];

/** What a caller may call: all of it, a few by name, or why nothing. */
function Callable({ callable: { count, of, names }, reason }: Row) {
  if (count === 0) return <span className="text-muted">{reason ?? "Nothing"}</span>;
  const all = count === of ? (of === 1 ? "" : `All ${of}: `) : `${count} of ${of}: `;
  const more = count - names.length;
  const text = names.join(", ") + (more > 0 ? ` and ${more} more` : "");
  return (
    <span className="block truncate" title={text}>
      {all}
      <span className="font-mono text-xs">{text}</span>
    </span>
  );
}

const columns: readonly Column<Row>[] = [
  {
    id: "caller",
    header: "Caller",
    cell: ({ kind, name, detail, tenantId, stale }) => (
      <span className="block min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {stale && <Badge tone="warn">Stale</Badge>}
        </span>
        <span className="block text-xs break-words text-muted">
          {[kindNames[kind], detail, tenantId === null ? null : `tenant ${tenantId}`].filter(Boolean).join(" · ")}
        </span>
      </span>
    ),
  },
  {
    id: "where",
    header: "Endpoint",
    width: "11rem",
    from: "sm",
    cell: ({ endpoint, environment }) => (
      <>
        <Link
          to="/endpoints/$endpointId"
          params={{ endpointId: endpoint.id }}
          search={{ tab: "access", ...(environment === "production" ? { environment } : {}) }}
          className="link"
        >
          {endpoint.name}
        </Link>
        <span className="block text-xs text-muted">{environmentNames[environment]}</span>
      </>
    ),
  },
  { id: "callable", header: "Can call", from: "md", cell: (row) => <Callable {...row} /> },
  {
    id: "created",
    header: "Created",
    width: "10rem",
    from: "lg",
    cell: ({ createdAt, createdBy }) =>
      createdAt !== null && (
        <>
          <Time at={createdAt} plain />
          {createdBy !== null && <span className="block truncate text-xs text-muted">{createdBy}</span>}
        </>
      ),
  },
  {
    id: "used",
    header: "Last used",
    width: "7rem",
    align: "end",
    cell: ({ kind, lastUsedAt }) =>
      kind === "key" || kind === "machine" || kind === "person" ? <Time at={lastUsedAt} plain /> : "–",
  },
  {
    id: "expires",
    header: "Expires",
    width: "7rem",
    from: "lg",
    align: "end",
    cell: ({ kind, expiresAt }) => (kind === "key" ? <Time at={expiresAt} plain /> : "–"),
  },
];

/** Every caller of every endpoint with what it may call, for a review. */
export function AccessPage() {
  const search = useSearch({ from: "/access" });
  const navigate = useNavigate({ from: "/access" });
  const q = useSettled(search.q ?? "");
  const query = accessQuery({ ...search, q: q || undefined });
  const pages = usePages("listAccess", { query: { limit: 100, ...query } });
  const set = (change: Partial<AccessSearch>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace });
  const isFiltered = Object.keys(query).length > 0;
  const save = (format: "csv" | "ndjson") => download("/api/access/export", { format, ...query });
  return (
    <Page
      title="Who can call what"
      description="Every caller of every endpoint, and what it may call now, as the policies decide."
      actions={
        <Menu
          trigger={<Button icon={Download}>Export</Button>}
          groups={[
            {
              title: isFiltered ? "What is filtered" : "All of it",
              entries: [
                { label: "CSV", hint: "for a spreadsheet", onSelect: () => save("csv") },
                { label: "NDJSON", hint: "one a line", onSelect: () => save("ndjson") },
              ],
            },
          ]}
        />
      }
    >
      <ListBar
        label="Search callers"
        typed={search.q ?? ""}
        filters={filters}
        values={search}
        onChange={(change, replace) => set(change, replace)}
      />
      <List
        label="Callers"
        columns={columns}
        pages={pages}
        rowKey={({ id, detail, kind }) => `${id} ${kind === "issuer" ? detail : ""}`}
        empty={
          isFiltered ? (
            <NoMatches
              title="No callers match"
              clear="Clear all filters"
              onClear={() => void navigate({ search: {}, replace: true })}
            >
              Nobody whom the filters name may call anything.
            </NoMatches>
          ) : (
            <EmptyState icon={ShieldQuestion} title="No callers yet">
              Create an endpoint first. Its policy and its keys say who may call it.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
