import type { EndpointKind, UnknownArgumentMode } from "@ferrule/contract/states.ts";
import type { Generated, ColumnType } from "kysely";

export interface RuntimeEndpointsTable {
  id: string;
  projectId: string;
  kind: EndpointKind;
  slug: string;
  name: string;
  description: string;
  instructions: string;
  unknownArguments: UnknownArgumentMode;
  status: Generated<"active" | "disabled">;
  requestsPerMinute: number;
  maxBodyBytes: number;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface RuntimeEndpointTables {
  runtimeEndpoints: RuntimeEndpointsTable;
}
