import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, Search, SquareFunction } from "lucide-react";
import { lazy, Suspense } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { Filters } from "../../components/filters.tsx";
import { inputClass } from "../../components/form/input-class.ts";
import { List } from "../../components/list.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState } from "../../components/states.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import type { Column } from "../../components/table-column.ts";
import { Time } from "../../components/time.tsx";
import { FunctionStatus } from "./function-status.tsx";
import { without } from "./without.ts";

const NewFunction = lazy(async () => ({ default: (await import("./new-function.tsx")).NewFunction }));

type Row = ItemOf<"listFunctions">;

const uses = ({ permissions: { secrets, hosts, collections, cache } }: Row) =>
  [...secrets, ...hosts, ...collections.map(({ name }) => name), ...(cache ? ["cache"] : [])].join(", ");

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ id, name, slug }) => (
      <>
        <Link to="/functions/$functionId" params={{ functionId: id }} className="font-medium hover:underline">
          {name}
        </Link>
        {name !== slug && <code className="ml-2 font-mono text-xs text-muted">{slug}</code>}
      </>
    ),
  },
  { id: "status", header: "State", width: "9rem", cell: ({ status }) => <FunctionStatus status={status} /> },
  {
    id: "uses",
    header: "May use",
    from: "lg",
    cell: (row) => <span className="text-xs text-muted">{uses(row) || "nothing outside"}</span>,
  },
  {
    id: "libraries",
    header: "Libraries",
    from: "lg",
    width: "14rem",
    cell: ({ libraries }) => <span className="font-mono text-xs text-muted">{libraries.join(", ")}</span>,
  },
  { id: "revision", header: "Revision", align: "end", width: "6rem", from: "md", cell: ({ revision }) => revision },
  {
    id: "updated",
    header: "Changed",
    align: "end",
    width: "8rem",
    from: "sm",
    cell: ({ updatedAt }) => <Time at={updatedAt} plain />,
  },
];

const filters = [
  {
    name: "status",
    label: "State",
    choices: [
      { value: "draft", label: "Draft" },
      { value: "changed", label: "Changed since" },
      { value: "deployed", label: "Deployed" },
    ],
  },
];

/** What the Project can do, in TypeScript; bound to endpoints as tools and routes. */
export function FunctionsPage() {
  const search = useSearch({ from: "/functions" });
  const navigate = useNavigate({ from: "/functions" });
  const pages = usePages("listFunctions", { query: { limit: 200 } });
  const forbidden = useDisabledReason("createFunction");
  const setCreate = (open: boolean) =>
    void navigate({ search: (now) => (open ? { ...now, create: true } : without(now, "create")) });
  useShortcuts([{ keys: "c", does: "New Function", run: () => forbidden === null && setCreate(true) }]);
  const { q = "", status } = search;
  const wanted = q.toLowerCase();
  const items = pages.items?.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      (wanted === "" || row.name.toLowerCase().includes(wanted) || row.slug.includes(wanted)),
  );
  const isFiltered = q !== "" || status !== undefined;
  const create = (
    <Button kind="primary" icon={Plus} disabledReason={forbidden} onClick={() => setCreate(true)}>
      New Function
    </Button>
  );
  return (
    <Page
      title="Functions"
      description="What the Project can do, in TypeScript; bound to endpoints as tools and routes."
      actions={create}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <label className="relative">
          <span className="quiet">Search Functions</span>
          <Search aria-hidden size={14} className="absolute top-2.25 left-2.5 text-faint" />
          <input
            type="search"
            className={`${inputClass} w-64 pl-8`}
            placeholder="Search by name or slug"
            value={q}
            onChange={({ target }) =>
              void navigate({
                search: (now) => (target.value === "" ? without(now, "q") : { ...now, q: target.value }),
                replace: true,
              })
            }
          />
        </label>
        <Filters
          filters={filters}
          values={search}
          onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
        />
      </div>
      <List
        label="Functions"
        columns={columns}
        pages={{ ...pages, items }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/functions/$functionId", params: { functionId: id } })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Search}
              title="No Function fits"
              action={<Button onClick={() => void navigate({ search: {} })}>Clear the search</Button>}
            >
              {[q !== "" && `Its name or slug has “${q}”`, status !== undefined && `its state is ${status}`]
                .filter(Boolean)
                .join(", and ")}
              .
            </EmptyState>
          ) : (
            <EmptyState icon={SquareFunction} title="No Functions yet" action={create}>
              A Function is a TypeScript module with one default export. Bind it on an endpoint, and agents and services
              can call it.
            </EmptyState>
          )
        }
      />
      <Suspense>{search.create === true && <NewFunction onClose={() => setCreate(false)} />}</Suspense>
    </Page>
  );
}
