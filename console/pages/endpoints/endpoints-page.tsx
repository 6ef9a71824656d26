import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plug, Plus, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Filters } from "../../components/filters.tsx";
import { inputClass } from "../../components/form/input-class.ts";
import { List } from "../../components/list.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table-column.ts";
import { Time } from "../../components/time.tsx";
import { kindNames } from "./endpoint.ts";
import { EndpointState, ServedState } from "./endpoint-state.tsx";

const NewEndpoint = lazy(async () => ({ default: (await import("./new-endpoint.tsx")).NewEndpoint }));

type Row = ItemOf<"listRuntimeEndpoints">;

const keys = ({ policy }: Row) => {
  const { mode, activeKeys } = policy.production;
  if (mode === "none") return "anybody";
  return mode === "jwt" ? "JWT" : `${activeKeys} ${activeKeys === 1 ? "key" : "keys"}`;
};

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ id, name, slug }) => (
      <>
        <Link to="/endpoints/$endpointId" params={{ endpointId: id }} className="font-medium hover:underline">
          {name}
        </Link>
        {name !== slug && <code className="ml-2 font-mono text-xs text-muted">{slug}</code>}
      </>
    ),
  },
  { id: "kind", header: "Kind", width: "5rem", from: "sm", cell: ({ kind }) => <Badge>{kind.toUpperCase()}</Badge> },
  {
    id: "development",
    header: "Development",
    width: "8.5rem",
    from: "md",
    cell: (row) => <ServedState endpoint={row} environment="development" />,
  },
  {
    id: "production",
    header: "Production",
    width: "8.5rem",
    cell: (row) => <ServedState endpoint={row} environment="production" />,
  },
  {
    id: "callers",
    header: "Callers in Production",
    width: "11rem",
    from: "lg",
    cell: (row) => <span className="text-muted">{keys(row)}</span>,
  },
  {
    id: "status",
    header: "State",
    width: "7rem",
    from: "md",
    cell: ({ status }) => <EndpointState status={status} />,
  },
  {
    id: "updated",
    header: "Changed",
    align: "end",
    width: "7rem",
    from: "lg",
    cell: ({ updatedAt }) => <Time at={updatedAt} plain />,
  },
];

const filters = [
  {
    name: "kind",
    label: "Kind",
    choices: [
      { value: "mcp", label: kindNames.mcp },
      { value: "http", label: kindNames.http },
    ],
  },
  {
    name: "status",
    label: "State",
    choices: [
      { value: "active", label: "Active" },
      { value: "disabled", label: "Disabled" },
    ],
  },
];

/** Where callers find the Functions: MCP servers with tools, HTTP APIs with routes. */
export function EndpointsPage() {
  const search = useSearch({ from: "/endpoints" });
  const navigate = useNavigate({ from: "/endpoints" });
  const pages = usePages("listRuntimeEndpoints", { query: { limit: 200 } });
  const forbidden = useDisabledReason("createRuntimeEndpoint");
  const change = (changed: object, replace = false) =>
    void navigate({
      search: (now) =>
        Object.fromEntries(Object.entries({ ...now, ...changed }).filter(([, value]) => value !== undefined)),
      replace,
    });
  const setCreate = (open: boolean) => change({ create: open ? true : undefined });
  useShortcuts([{ keys: "c", does: "New endpoint", run: () => forbidden === null && setCreate(true) }]);
  const { q = "", kind, status } = search;
  const wanted = q.toLowerCase();
  const items = pages.items?.filter(
    (row) =>
      (kind === undefined || row.kind === kind) &&
      (status === undefined || row.status === status) &&
      (wanted === "" || row.name.toLowerCase().includes(wanted) || row.slug.includes(wanted)),
  );
  const isFiltered = q !== "" || kind !== undefined || status !== undefined;
  const create = (
    <Button kind="primary" icon={Plus} disabledReason={forbidden} onClick={() => setCreate(true)}>
      New endpoint
    </Button>
  );
  return (
    <Page
      title="Endpoints"
      description="Where callers find the Functions: MCP servers with tools, HTTP APIs with routes."
      actions={create}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <label className="relative">
          <span className="quiet">Search endpoints</span>
          <Search aria-hidden size={14} className="absolute top-2.25 left-2.5 text-faint" />
          <input
            type="search"
            className={`${inputClass} w-64 pl-8`}
            placeholder="Search by name or slug"
            value={q}
            onChange={({ target }) => change({ q: target.value === "" ? undefined : target.value }, true)}
          />
        </label>
        <Filters filters={filters} values={{ ...search }} onChange={(changed) => change(changed)} />
      </div>
      <List
        label="Endpoints"
        columns={columns}
        pages={{ ...pages, items }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/endpoints/$endpointId", params: { endpointId: id } })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Search}
              title="No endpoint fits"
              action={
                <Button onClick={() => change({ q: undefined, kind: undefined, status: undefined })}>
                  Clear the search
                </Button>
              }
            >
              {[
                q !== "" && `name or slug has “${q}”`,
                kind !== undefined && `kind is ${kindNames[kind]}`,
                status !== undefined && `state is ${status}`,
              ]
                .filter(Boolean)
                .join(", and ")}
              .
            </EmptyState>
          ) : (
            <EmptyState icon={Plug} title="No endpoints yet" action={create}>
              An MCP Endpoint offers Functions as tools to agents; an HTTP API offers them as routes to services.
            </EmptyState>
          )
        }
      />
      <Suspense>{search.create === true && <NewEndpoint onClose={() => setCreate(false)} />}</Suspense>
    </Page>
  );
}
