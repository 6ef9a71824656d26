import type { ItemOf } from "../../api/use-operation.ts";

type Connection = ItemOf<"listConnections">;

/** Display names of the kinds of databases. */
export const kindNames: Record<Connection["kind"], string> = { postgresql: "PostgreSQL", mysql: "MySQL or MariaDB" };

/** Display names of the ways to encrypt a connection. */
export const tlsNames: Record<Connection["tls"], string> = {
  verify: "Encrypted, certificate verified",
  require: "Encrypted, certificate not verified",
  off: "Not encrypted",
};
