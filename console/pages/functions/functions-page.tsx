import { Link, useNavigate } from "@tanstack/react-router";
import { SquareFunction } from "lucide-react";
import { environments } from "@ferrule/contract/states.ts";
import { functionUses, type FunctionUse } from "@ferrule/contract/permissions/function-uses.ts";
import { permissionUses } from "@ferrule/contract/permissions/permission-uses.ts";
import { collectionNames, connectionNames, functionSlugs, libraryNames, secretNames } from "../../api/pick-sources.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import type { Filter } from "../../components/filter/filter.ts";
import { count } from "../../components/format.ts";
import { Page } from "../../components/page.tsx";
import { RunsIn } from "../../components/runs-in.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { trafficColumns } from "../../components/table/traffic-columns.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { SearchedList } from "../../shell/page/searched-list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { FunctionStatus } from "./function-status.tsx";
import { usedIn } from "./search.ts";

const FunctionsBulk = lazyPart(() => import("./functions-bulk.tsx"), "FunctionsBulk");
const NewFunction = lazyPart(() => import("./new-function.tsx"), "NewFunction");

type Row = ItemOf<"listFunctions">;

/** Everything that a Function may access, with the kind of each name. */
const Uses = ({ permissions, libraries }: Row) => {
  const uses = permissionUses(permissions);
  const names = uses.map(({ kind, name }) => (kind === "connections" ? `connection ${name}` : name));
  const said = [...uses.map((use) => use.said), ...libraries.map((name) => `Library ${name}`)];
  return (
    <span className="text-xs text-muted" title={said.join("\n")}>
      {[names.join(", "), libraries.join(", ")].filter(Boolean).join(" · ") || "Nothing"}
    </span>
  );
};

const BoundAs = ({ bindings, boundAs }: NonNullable<Row["activity"]>) => {
  const [first] = boundAs;
  if (first === undefined) return <span className="text-xs text-faint">Not bound</span>;
  return (
    <span className="text-xs" title={boundAs.map(({ name, endpointName }) => `${name} on ${endpointName}`).join("\n")}>
      <Link
        to="/endpoints/$endpointId"
        params={{ endpointId: first.endpointId }}
        search={{ tab: "bindings" }}
        className="hover:underline"
      >
        <code className="font-mono">{first.name}</code> <span className="text-muted">on {first.endpointName}</span>
      </Link>
      {bindings > 1 && <span className="text-muted"> and {count(bindings - 1)} more</span>}
    </span>
  );
};

/** What each environment serves, preceded by whether the draft is ahead of Development. */
const FunctionState = ({ status, served }: Row) => {
  const places = environments.flatMap((environment) => {
    const revision = served[environment];
    return revision === null ? [] : [{ environment, what: `r${revision}` }];
  });
  return (
    <span className="inline-flex gap-1 max-sm:flex-wrap sm:*:flex-nowrap">
      {(status !== "deployed" || places.length === 0) && <FunctionStatus status={status} />}
      {places.length > 0 && <RunsIn places={places} short />}
    </span>
  );
};

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ id, name, slug }) => (
      <>
        <Link to="/functions/$functionId" params={{ functionId: id }} className="font-medium hover:underline">
          {name}
        </Link>{" "}
        {name !== slug && <code className="ml-1 font-mono text-xs text-muted">{slug}</code>}
      </>
    ),
  },
  { id: "status", header: "State", width: "clamp(10rem, 17vw, 22rem)", cell: (row) => <FunctionState {...row} /> },
  { id: "bound", header: "Bound as", from: "md", cell: ({ activity }) => activity && <BoundAs {...activity} /> },
  {
    id: "uses",
    header: "Permissions",
    from: "2xl",
    cell: (row) => <Uses {...row} />,
  },
  ...trafficColumns<Row>(),
  {
    id: "revision",
    header: "Revision",
    sort: "revision",
    sortsDown: true,
    align: "end",
    width: "6rem",
    from: "xl",
    cell: ({ revision }) => revision,
  },
  timeColumn("updatedAt", "Changed", { sorts: true, width: "7rem", from: "sm" }),
];

/** The choices of a filter by use. */
const useFilters: Record<FunctionUse, Omit<Filter, "name">> = {
  secret: { label: "Secret", pick: secretNames },
  host: { label: "Host", placeholder: "api.example.com" },
  collection: { label: "Collection", pick: collectionNames },
  connection: { label: "Connection", pick: connectionNames },
  run: { label: "Starts runs of", pick: functionSlugs },
  cache: { label: "Cache", choices: [{ value: "true", label: "Can use the cache" }] },
  library: { label: "Library", pick: libraryNames },
};

const filters: readonly Filter[] = [
  {
    name: "status",
    label: "State",
    choices: choicesOf({ draft: "Draft", changed: "Undeployed edits", deployed: "Deployed" }),
  },
  ...functionUses.map((name): Filter => ({ name, ...useFilters[name] })),
];

/** The Project's Functions, written in TypeScript and bound to endpoints as tools and routes. */
export function FunctionsPage() {
  const state = useListSearch("/functions");
  const { search, q, set } = state;
  const navigate = useNavigate();
  const environment = useEnvironment();
  const { status, sort } = search;
  const query = { limit: 50, activityIn: environment, q: q || undefined, status, ...usedIn(search), sort };
  const pages = usePages("listFunctions", { query });
  const create = useCreateButton("createFunction", "New Function", () => set({ create: true }));
  return (
    <Page
      title="Functions"
      description="What your Project can do, written in TypeScript and bound to endpoints as tools and routes."
      actions={create}
    >
      <SearchedList
        things="Functions"
        searched="name or slug"
        state={state}
        filters={filters}
        columns={columns}
        pages={pages}
        Bulk={FunctionsBulk}
        onOpen={({ id }) => void navigate({ to: "/functions/$functionId", params: { functionId: id } })}
        icon={SquareFunction}
        create={create}
      >
        A Function is a TypeScript module with one default export. Bind it to an endpoint so agents and services can
        call it.
      </SearchedList>
      {search.create && <NewFunction onClose={() => set({ create: undefined })} />}
    </Page>
  );
}
