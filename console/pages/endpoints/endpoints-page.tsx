import { Link, useNavigate } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { endpointKinds, environments, type Environment } from "@ferrule/contract/states.ts";
import { Badge } from "../../components/badge.tsx";
import { counted } from "../../components/format.ts";
import { Mono } from "../../components/mono.tsx";
import { Page } from "../../components/page.tsx";
import { Address } from "../../components/show/address.tsx";
import { RunsIn } from "../../components/runs-in.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { trafficColumns } from "../../components/table/traffic-columns.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { SearchedList } from "../../shell/page/searched-list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { kindNames } from "./endpoint.ts";
import { EndpointState } from "./endpoint-state.tsx";

const NewEndpoint = lazyPart(() => import("./new-endpoint.tsx"), "NewEndpoint");

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

const nameColumns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ id, name, slug }) => (
      <>
        <Link to="/endpoints/$endpointId" params={{ endpointId: id }} className="font-medium hover:underline">
          {name}
        </Link>{" "}
        {name !== slug && <Mono className="ml-1 text-muted">{slug}</Mono>}
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
];

const addressColumn = (environment: Environment): Column<Row> => ({
  id: "address",
  header: `Address in ${environmentNames[environment]}`,
  from: "lg",
  cell: ({ name, urls }) => (
    <Address
      className="text-muted"
      url={urls[environment]}
      shown={shortUrl(urls[environment])}
      label={`Copy the address of ${name}`}
    />
  ),
});

const stateColumns: readonly Column<Row>[] = [
  {
    id: "bindings",
    header: "Bindings",
    sort: "bindings",
    sortsDown: true,
    align: "end",
    width: "7rem",
    from: "md",
    cell: ({ kind, activity }) => activity && counted(activity.bindings, kind === "mcp" ? "binding" : "route"),
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
  timeColumn("updatedAt", "Changed", { sorts: true, width: "7rem", from: "2xl" }),
];

const columnsOf = (environment: Environment) => [...nameColumns, addressColumn(environment), ...stateColumns];

// Created once, so that rows do not re-render because of them.
const columns = { development: columnsOf("development"), production: columnsOf("production") };

const filters = [
  { name: "kind", label: "Kind", choices: endpointKinds.map((value) => ({ value, label: kindNames[value] })) },
  {
    name: "status",
    label: "State",
    choices: choicesOf({ active: "Active", disabled: "Disabled" }),
  },
];

/** MCP servers with tools and HTTP APIs with routes, through which callers reach the Functions. */
export function EndpointsPage() {
  const state = useListSearch("/endpoints");
  const { search, q, set } = state;
  const { kind, status, sort } = search;
  const navigate = useNavigate();
  const environment = useEnvironment();
  const query = { limit: 50, activityIn: environment, q: q || undefined, kind, status, sort };
  const pages = usePages("listRuntimeEndpoints", { query });
  const newEndpoint = useCreateButton("createRuntimeEndpoint", "New endpoint", () => set({ create: true }));
  return (
    <Page
      title="Endpoints"
      description="MCP servers with tools and HTTP APIs with routes, where callers reach your Functions."
      actions={newEndpoint}
    >
      <SearchedList
        things="endpoints"
        searched="name or slug"
        state={state}
        filters={filters}
        columns={columns[environment]}
        pages={pages}
        onOpen={({ id }) => void navigate({ to: "/endpoints/$endpointId", params: { endpointId: id } })}
        icon={Plug}
        create={newEndpoint}
      >
        An MCP Endpoint offers Functions to agents as tools. An HTTP API offers them to services as routes.
      </SearchedList>
      {search.create === true && <NewEndpoint onClose={() => set({ create: undefined })} />}
    </Page>
  );
}
