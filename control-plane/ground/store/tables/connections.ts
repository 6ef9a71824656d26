import type { ConnectionKind, ConnectionTable, tlsModes } from "@ferrule/contract/resources/connection.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";
import type { Sealed } from "./sealed.ts";

export interface ConnectionsTable extends Sealed {
  id: string;
  projectId: string;
  environment: Environment;
  name: string;
  kind: ConnectionKind;
  address: string;
  tls: (typeof tlsModes)[number];
  caCertificate: string | null;
  readOnly: boolean;
  statementTimeoutMs: number;
  maxRows: number;
  maxBytes: number;
  poolSize: number;
  version: Generated<number>;
  lastUsedAt: Date | null;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface ConnectionSchemasTable {
  connectionId: string;
  projectId: string;
  readAt: ColumnType<Date, never, Date>;
  tables: ColumnType<ConnectionTable[], string, string>;
  truncated: boolean;
}

export interface ConnectionTables {
  connections: ConnectionsTable;
  connectionSchemas: ConnectionSchemasTable;
}
