import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plug, Plus, Search } from "lucide-react";
import { Suspense } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { environments, type Environment } from "@ferrule/contract/states.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { CopyButton } from "../../components/button/copy-button.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import { counted } from "../../components/format.ts";
import { Mono } from "../../components/mono.tsx";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { RunsIn } from "../../components/runs-in.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { trafficColumns } from "../../components/table/traffic-columns.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { environmentNames } from "../../shell/environment-names.ts";
import { useEnvironment } from "../../shell/environment.ts";
import { kindNames } from "./endpoint.ts";
import { EndpointState } from "./endpoint-state.tsx";

const NewEndpoint = lazyPart(async () => ({ default: (await import("./new-endpoint.tsx")).NewEndpoint }));

type Row = ItemOf<"listRuntimeEndpoints">;

const keys = ({ policy }: Row) => {
  const { mode, activeKeys } = policy.production;
  if (mode === "none") return "anybody";
  if (mode === "oauth") return "sign-in";
  if (mode === "jwt") return "tokens";
  return mode === "signature" ? "webhooks" : counted(activeKeys, "key");
};

/** Without the origin, which all of them share. */
const shortUrl = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);

/** The environments in which it accepts callers. */
function LiveIn({ endpoint: { status, deployed } }: { endpoint: Row }) {
  if (status === "disabled") return <EndpointState status={status} />;
  const where = environments.filter((each) => deployed[each]);
  return <RunsIn places={where.map((each) => ({ environment: each }))} />;
}

const columnsOf = (environment: Environment): readonly Column<Row>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ id, name, slug }) => (
      <>
        <Link to="/endpoints/$endpointId" params={{ endpointId: id }} className="font-medium hover:underline">
          {name}
        </Link>
        {name !== slug && <Mono className="ml-2 text-muted">{slug}</Mono>}
      </>
    ),
  },
  {
    id: "kind",
    header: "Kind",
    sort: "kind",
    width: "5rem",
    from: "sm",
    cell: ({ kind }) => <Badge>{kind.toUpperCase()}</Badge>,
  },
  {
    id: "address",
    header: `Address in ${environmentNames[environment]}`,
    from: "lg",
    cell: ({ name, urls }) => (
      <span className="flex items-center gap-1">
        <Mono className="truncate text-muted" title={urls[environment]}>
          {shortUrl(urls[environment])}
        </Mono>
        <CopyButton text={urls[environment]} label={`Copy the address of ${name}`} />
      </span>
    ),
  },
  {
    id: "bindings",
    header: "Bindings",
    sort: "bindings",
    sortsDown: true,
    align: "end",
    width: "7rem",
    from: "md",
    cell: ({ kind, activity }) => activity && counted(activity.bindings, kind === "mcp" ? "tool" : "route"),
  },
  ...trafficColumns<Row>(),
  { id: "live", header: "Live in", width: "13rem", cell: (row) => <LiveIn endpoint={row} /> },
  {
    id: "callers",
    header: "Callers in Production",
    width: "11rem",
    from: "2xl",
    cell: (row) => <span className="text-muted">{keys(row)}</span>,
  },
  {
    id: "updated",
    header: "Changed",
    sort: "updatedAt",
    sortsDown: true,
    align: "end",
    width: "7rem",
    from: "2xl",
    cell: ({ updatedAt }) => <Time at={updatedAt} plain />,
  },
];

// Created once, so that rows do not re-render because of them.
const columns = { development: columnsOf("development"), production: columnsOf("production") };

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

/** MCP servers with tools and HTTP APIs with routes, through which callers reach the Functions. */
export function EndpointsPage() {
  const search = useSearch({ from: "/endpoints" });
  const navigate = useNavigate({ from: "/endpoints" });
  const environment = useEnvironment();
  const { q: typed = "", kind, status, sort } = search;
  const q = useSettled(typed);
  const pages = usePages("listRuntimeEndpoints", {
    query: {
      limit: 50,
      activityIn: environment,
      ...(q === "" ? {} : { q }),
      ...(kind === undefined ? {} : { kind }),
      ...(status === undefined ? {} : { status }),
      ...(sort === undefined ? {} : { sort }),
    },
  });
  const forbidden = useDisabledReason("createRuntimeEndpoint");
  const change = (changed: object, replace = false) =>
    void navigate({
      search: (now) =>
        Object.fromEntries(Object.entries({ ...now, ...changed }).filter(([, value]) => value !== undefined)),
      replace,
    });
  const setCreate = (open: boolean) => change({ create: open ? true : undefined });
  useShortcuts([{ keys: "c", does: "New endpoint", run: () => forbidden === null && setCreate(true) }]);
  const isFiltered = q !== "" || kind !== undefined || status !== undefined;
  const create = (
    <Button kind="primary" icon={Plus} disabledReason={forbidden} onClick={() => setCreate(true)}>
      New endpoint
    </Button>
  );
  return (
    <Page
      title="Endpoints"
      description="MCP servers with tools and HTTP APIs with routes, where callers reach your Functions."
      actions={create}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search endpoints"
          placeholder="Search by name or slug"
          value={typed}
          onChange={(text) => change({ q: text === "" ? undefined : text }, true)}
        />
        <Filters filters={filters} values={{ ...search }} onChange={(changed) => change(changed)} />
      </div>
      <List
        label="Endpoints"
        columns={columns[environment]}
        pages={pages}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/endpoints/$endpointId", params: { endpointId: id } })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Search}
              title="No endpoints match"
              action={
                <Button onClick={() => change({ q: undefined, kind: undefined, status: undefined })}>
                  Clear search
                </Button>
              }
            >
              {[
                q !== "" && `name or slug contains “${q}”`,
                kind !== undefined && `kind is ${kindNames[kind]}`,
                status !== undefined && `state is ${status}`,
              ]
                .filter(Boolean)
                .join(", and ")}
              .
            </EmptyState>
          ) : (
            <EmptyState icon={Plug} title="No endpoints yet" action={create}>
              An MCP Endpoint offers Functions to agents as tools. An HTTP API offers them to services as routes.
            </EmptyState>
          )
        }
      />
      <Suspense>{search.create === true && <NewEndpoint onClose={() => setCreate(false)} />}</Suspense>
    </Page>
  );
}
