import type { ColumnType, Generated } from "kysely";
import type { ArtifactTool } from "@ferrule/contract/internal/artifact.ts";
import type { DeliveryRule } from "@ferrule/contract/resources/delivery.ts";
import type { BodyType, HttpMethod, IdempotencyMode, LeaveMode } from "@ferrule/contract/states.ts";
import type { Json } from "../json.ts";

interface BindingColumns {
  id: string;
  projectId: string;
  endpointId: string;
  functionId: string;
  description: string;
  enabled: boolean;
  /** The scope that an access token needs to call the tool; null: no particular one. */
  scope: string | null;
  whenClientLeaves: LeaveMode;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface McpBindingsTable extends BindingColumns {
  toolName: string;
  title: string | null;
  annotations: ColumnType<ArtifactTool["annotations"], ArtifactTool["annotations"], ArtifactTool["annotations"]>;
}

export interface HttpBindingsTable extends BindingColumns {
  method: HttpMethod;
  path: string;
  /** The path without its parameters' names. */
  pathShape: string;
  successStatus: number;
  bodyType: BodyType;
  bodyProperty: string | null;
  idempotency: IdempotencyMode;
  etag: boolean;
  delivery: Json<DeliveryRule | null>;
}

export interface BindingTables {
  mcpBindings: McpBindingsTable;
  httpBindings: HttpBindingsTable;
}
