import { useNavigate, useSearch } from "@tanstack/react-router";
import { Cable } from "lucide-react";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Mono } from "../../components/mono.tsx";
import { deleteLater } from "../../components/overlay/delete-later.ts";
import type { Column } from "../../components/table/table-column.ts";
import { CredentialsPage } from "../credentials/credentials-page.tsx";
import { lastUsedColumn, nameColumn, usedByColumn } from "../credentials/credential-columns.tsx";
import { kindNames } from "./kind-names.ts";
import type { ConnectionsSearch } from "./search.ts";

const ConnectionsBulk = lazyPart(() => import("./connections-bulk.tsx"), "ConnectionsBulk");
const ConnectionDrawer = lazyPart(() => import("./connection-drawer.tsx"), "ConnectionDrawer");
const NewConnection = lazyPart(() => import("./new-connection.tsx"), "NewConnection");
const EditConnection = lazyPart(() => import("./edit-connection.tsx"), "EditConnection");
const DeleteConnection = lazyPart(() => import("./delete-connection.tsx"), "DeleteConnection");

type Row = ItemOf<"listConnections">;

function deleteUnused({ id, name, environment, usedBy, revision }: Row): boolean {
  if (environment === "production" || usedBy.length > 0) return false;
  const input = { params: { connectionId: id }, query: { force: "false" as const }, headers: ifMatch(revision) };
  deleteLater({ operation: "deleteConnection", input, id, name });
  return true;
}

const columns: readonly Column<Row>[] = [
  nameColumn,
  {
    id: "address",
    header: "Address",
    from: "sm",
    cell: ({ address, kind }) => (
      <span title={`${kindNames[kind]} at ${address}`}>
        <Mono className="text-muted">{address}</Mono>
      </span>
    ),
  },
  usedByColumn,
  {
    id: "access",
    header: "Access",
    width: "8rem",
    from: "lg",
    cell: ({ readOnly }) => (readOnly ? "Read-only" : "Read and write"),
  },
  lastUsedColumn,
];

/** Databases that Functions may query, one environment at a time. */
export function ConnectionsPage() {
  const { connection, ask, ...search } = useSearch({ from: "/connections" });
  const navigate = useNavigate({ from: "/connections" });
  const change = (part: Partial<ConnectionsSearch>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace });
  const show = (id: string | undefined, question?: ConnectionsSearch["ask"]) =>
    change({ connection: id, ask: question, create: undefined });
  return (
    <CredentialsPage
      list="listConnections"
      noun="connection"
      icon={Cable}
      description="PostgreSQL, MySQL and MariaDB databases that Functions can query."
      searched="name or address"
      about={
        <>
          A Function declares the connections it needs by name and queries them with{" "}
          <code className="font-mono">ctx.sql</code>. Workers hold the credentials; Functions never see them.
        </>
      }
      columns={columns}
      Bulk={ConnectionsBulk}
      opened={{ id: connection, ask }}
      onOpen={show}
      search={search}
      onSearch={(part, replace) => change(part as Partial<ConnectionsSearch>, replace)}
      create={(environment) => (
        <NewConnection
          environment={environment}
          onClose={() => change({ create: undefined })}
          onCreated={({ id }) => show(id)}
        />
      )}
      Drawer={ConnectionDrawer}
      Change={EditConnection}
      Delete={DeleteConnection}
      deleteUnused={deleteUnused}
    />
  );
}
