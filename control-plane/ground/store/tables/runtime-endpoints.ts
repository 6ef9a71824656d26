import type { EndpointKind, UnknownArgumentMode } from "@ferrule/contract/states.ts";
import type { Generated } from "kysely";
import type { Revised } from "./revised.ts";

export interface RuntimeEndpointsTable extends Revised {
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
}

export interface RuntimeEndpointTables {
  runtimeEndpoints: RuntimeEndpointsTable;
}
