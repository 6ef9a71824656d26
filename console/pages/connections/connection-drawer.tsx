import { Pencil } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Facts } from "../../components/card.tsx";
import { count } from "../../components/format.ts";
import { FunctionLinks } from "../../components/show/function-links.tsx";
import { Mono } from "../../components/mono.tsx";
import { Time } from "../../components/time.tsx";
import { CredentialDrawer } from "../credentials/credential-drawer.tsx";
import { ConnectionTables } from "./connection-tables.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import { kindNames, tlsNames } from "./kind-names.ts";

type Connection = ItemOf<"listConnections">;

function ConnectionFacts({ connection }: { connection: Connection }) {
  const { id, environment, kind, address, tls, readOnly, usedBy, lastUsedAt, createdAt } = connection;
  const { statementTimeoutMs, maxRows, maxBytes, poolSize } = connection;
  return (
    <Facts
      items={[
        ["Environment", <EnvironmentBadge key="environment" environment={environment} />],
        ["Kind", kindNames[kind]],
        ["Address", <Mono key="address">{address}</Mono>],
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
  );
}

interface ConnectionDrawerProps {
  /** Undefined when it is not in the chosen environment. */
  item: Connection | undefined;
  onClose: () => void;
  onAsk: (ask: "edit" | "delete") => void;
}

/** One connection: its address, limits and tables, and whether it works. Never its URL. */
export const ConnectionDrawer = ({ item, onClose, onAsk }: ConnectionDrawerProps) => (
  <CredentialDrawer
    noun="Connection"
    item={item}
    change={{ ask: "edit", label: "Edit", icon: Pencil, operation: "updateConnection" }}
    remove="deleteConnection"
    onClose={onClose}
    onAsk={onAsk}
  >
    {(each) => (
      <>
        <ConnectionTest key={each.id} connection={each} />
        <ConnectionFacts connection={each} />
        <ConnectionTables connection={each} />
      </>
    )}
  </CredentialDrawer>
);
