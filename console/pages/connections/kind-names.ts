import type { ItemOf } from "../../api/use-operation.ts";

type Connection = ItemOf<"listConnections">;

/** What the kinds of databases are called. */
export const kindNames: Record<Connection["kind"], string> = { postgresql: "PostgreSQL", mysql: "MySQL or MariaDB" };

/** What the ways to encrypt a connection are called. */
export const tlsNames: Record<Connection["tls"], string> = {
  verify: "Encrypted, certificate verified",
  require: "Encrypted, certificate not verified",
  off: "Not encrypted",
};
