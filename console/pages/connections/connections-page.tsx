import { useNavigate, useSearch } from "@tanstack/react-router";
import { Cable, Plus, Search } from "lucide-react";
import { Suspense } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useListed } from "../../api/use-listed.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { FunctionLinks } from "../../components/function-links.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { environmentNames } from "../../shell/environment-names.ts";
import { useEnvironment } from "../../shell/environment.ts";
import { kindNames } from "./kind-names.ts";
import type { ConnectionsSearch } from "./search.ts";

const ConnectionDrawer = lazyPart(async () => ({
  default: (await import("./connection-drawer.tsx")).ConnectionDrawer,
}));
const NewConnection = lazyPart(async () => ({ default: (await import("./new-connection.tsx")).NewConnection }));
const EditConnection = lazyPart(async () => ({ default: (await import("./edit-connection.tsx")).EditConnection }));
const DeleteConnection = lazyPart(async () => ({
  default: (await import("./delete-connection.tsx")).DeleteConnection,
}));

type Row = ItemOf<"listConnections">;

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ name }) => <code className="font-mono text-xs font-medium">{name}</code>,
  },
  {
    id: "address",
    header: "Address",
    from: "sm",
    cell: ({ address, kind }) => (
      <span title={`${kindNames[kind]} at ${address}`}>
        <code className="font-mono text-xs text-muted">{address}</code>
      </span>
    ),
  },
  {
    id: "used",
    header: "Used by",
    from: "md",
    cell: ({ usedBy }) => (
      <span title={usedBy.join(", ")}>
        <FunctionLinks names={usedBy} none="No Functions" />
      </span>
    ),
  },
  {
    id: "access",
    header: "Access",
    width: "8rem",
    from: "lg",
    cell: ({ readOnly }) => (readOnly ? "Read-only" : "Read and write"),
  },
  {
    id: "last",
    header: "Last used",
    sort: "lastUsedAt",
    sortsDown: true,
    align: "end",
    width: "7.5rem",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-faint">never</span> : <Time at={lastUsedAt} plain />,
  },
];

/** Databases that Functions may query, one environment at a time. */
export function ConnectionsPage() {
  const environment = useEnvironment();
  const { q: typed = "", sort = "name", connection, ask, create } = useSearch({ from: "/connections" });
  const q = useSettled(typed);
  const navigate = useNavigate({ from: "/connections" });
  const pages = usePages("listConnections", {
    query: { environment, limit: 100, sort, ...(q === "" ? {} : { q }) },
  });
  const forbidden = useDisabledReason("createConnection", environment);
  const place = environmentNames[environment];
  const setCreate = (open: boolean) =>
    void navigate({ search: (now) => ({ ...now, create: open ? true : undefined }) });
  const show = (id: string | undefined, question?: "edit" | "delete") =>
    void navigate({ search: (now) => ({ ...now, connection: id, ask: question, create: undefined }) });
  useShortcuts([{ keys: "c", does: "New connection", run: () => forbidden === null && setCreate(true) }]);

  const listed = useListed("listConnections", connection ?? null);
  const opened = pages.items?.find((row) => row.id === connection) ?? listed ?? undefined;
  const newConnection = (
    <Button
      kind={environment === "production" ? "production" : "primary"}
      icon={Plus}
      disabledReason={forbidden}
      onClick={() => setCreate(true)}
    >
      New connection
    </Button>
  );
  return (
    <Page
      title="Connections"
      description={`PostgreSQL, MySQL and MariaDB databases that Functions can query. Each environment has its own. You are viewing ${place}.`}
      actions={newConnection}
    >
      <div className="mb-3">
        <SearchBox
          label="Search connections"
          placeholder="Search by name or address"
          value={typed}
          onChange={(text) =>
            void navigate({ search: (now) => ({ ...now, q: text === "" ? undefined : text }), replace: true })
          }
        />
      </div>
      <List
        label={`Connections of ${place}`}
        columns={columns}
        pages={pages}
        sort={sort}
        onSort={(next) => void navigate({ search: (now) => ({ ...now, sort: next as ConnectionsSearch["sort"] }) })}
        rowKey={({ id }) => id}
        onOpen={({ id }) => show(id)}
        openKey={connection}
        empty={
          q === "" ? (
            <EmptyState icon={Cable} title={`No connections in ${place}`} action={newConnection}>
              A Function declares the connections it needs by name and queries them with{" "}
              <code className="font-mono">ctx.sql</code>. Workers hold the credentials; Functions never see them.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Search}
              title="No connections match"
              action={
                <Button onClick={() => void navigate({ search: (now) => ({ ...now, q: undefined }) })}>
                  Clear search
                </Button>
              }
            >
              No name or address in {place} has “{q}”.
            </EmptyState>
          )
        }
      />
      <Suspense>
        {connection !== undefined && ask === undefined && (opened !== undefined || listed === null) && (
          <ConnectionDrawer
            open
            connection={opened}
            onClose={() => show(undefined)}
            onAsk={(question) => show(connection, question)}
          />
        )}
        {create === true && (
          <NewConnection environment={environment} onClose={() => setCreate(false)} onCreated={(id) => show(id)} />
        )}
        {opened && ask === "edit" && <EditConnection connection={opened} onClose={() => show(connection)} />}
        {opened && ask === "delete" && (
          <DeleteConnection connection={opened} onClose={() => show(connection)} onDeleted={() => show(undefined)} />
        )}
      </Suspense>
    </Page>
  );
}
