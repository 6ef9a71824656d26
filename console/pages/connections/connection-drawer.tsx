import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { disabledReason, useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Facts } from "../../components/card.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { count } from "../../components/format.ts";
import { FunctionLinks } from "../../components/function-links.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { ConnectionTables } from "./connection-tables.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import { kindNames, tlsNames } from "./kind-names.ts";

type Connection = ItemOf<"listConnections">;
type Ask = (ask: "edit" | "delete") => void;

function Detail({ connection, onAsk }: { connection: Connection; onAsk: Ask }) {
  const { id, environment, kind, address, tls, readOnly, usedBy, lastUsedAt, createdAt } = connection;
  const { statementTimeoutMs, maxRows, maxBytes, poolSize } = connection;
  const { user } = useMe();
  const mayEdit = useDisabledReason("updateConnection", environment);
  const mayDelete = useDisabledReason("deleteConnection", environment);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <Button icon={Pencil} disabledReason={mayEdit} onClick={() => onAsk("edit")}>
          Edit
        </Button>
        <Button icon={Trash2} disabledReason={mayDelete} onClick={() => onAsk("delete")}>
          Delete
        </Button>
      </div>
      <ConnectionTest key={id} connection={connection} />
      <Facts
        items={[
          ["Environment", <EnvironmentBadge key="environment" environment={environment} />],
          ["Kind", kindNames[kind]],
          [
            "Address",
            <code key="address" className="font-mono text-xs break-all">
              {address}
            </code>,
          ],
          ["TLS", tlsNames[tls]],
          ["Access", readOnly ? "Read-only" : "Read and write"],
          ["Statement timeout", `${count(statementTimeoutMs)} ms`],
          ["Limits", `${count(maxRows)} rows, ${count(maxBytes)} bytes`],
          ["Pool size", `${poolSize} per worker and deployment`],
          ["Used by", <FunctionLinks key="used" names={usedBy} none="No Function declares it." />],
          ["Last used", lastUsedAt === null ? "never" : <Time key="last" at={lastUsedAt} />],
          ["Created", <Time key="created" at={createdAt} />],
          ["Id", <ShortId key="id" id={id} label="Copy the connection's id" />],
        ]}
      />
      <ConnectionTables connection={connection} />
      {disabledReason("listAuditEvents", user.role) === null && (
        <p className="text-sm">
          <Link to="/audit" search={{ target: id }} className="link">
            View changes in the audit log
          </Link>
        </p>
      )}
    </div>
  );
}

interface ConnectionDrawerProps {
  open: boolean;
  /** Undefined when it is not in the environment that is shown. */
  connection: Connection | undefined;
  onClose: () => void;
  onAsk: Ask;
}

/** One connection: its address, limits and tables, and whether it works. Never its URL. */
export const ConnectionDrawer = ({ open, connection, onClose, onAsk }: ConnectionDrawerProps) => (
  <Drawer
    open={open}
    onClose={onClose}
    title={connection ? <code className="font-mono text-sm">{connection.name}</code> : "Connection not found"}
  >
    {connection ? (
      <Detail connection={connection} onAsk={onAsk} />
    ) : (
      <EmptyState title="Connection not found">
        It may have been deleted, or it belongs to the other environment.
      </EmptyState>
    )}
  </Drawer>
);
