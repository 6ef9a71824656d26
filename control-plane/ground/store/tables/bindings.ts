import type { RouteFields, ToolFields } from "@ferrule/contract/resources/binding.ts";
import type { ColumnType } from "kysely";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

interface BindingColumns extends Revised {
  id: string;
  projectId: string;
  endpointId: string;
}

export interface McpBindingsTable extends BindingColumns, Omit<ToolFields, "annotations"> {
  annotations: ColumnType<ToolFields["annotations"], ToolFields["annotations"], ToolFields["annotations"]>;
}

export interface HttpBindingsTable extends BindingColumns, Omit<RouteFields, "delivery"> {
  /** The path without its parameters' names. */
  pathShape: string;
  delivery: Json<RouteFields["delivery"]>;
}

export interface BindingTables {
  mcpBindings: McpBindingsTable;
  httpBindings: HttpBindingsTable;
}
