import type { McpFields, RouteFields } from "@ferrule/contract/resources/binding.ts";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

interface BindingColumns extends Revised {
  id: string;
  projectId: string;
  endpointId: string;
}

type Lists = "messages" | "arguments" | "icons" | "audience";

export interface McpBindingsTable
  extends
    BindingColumns,
    Omit<McpFields, "annotations" | "content" | Lists>,
    Pick<{ [L in Lists]: Json<McpFields[L]> }, Lists> {
  annotations: Json<McpFields["annotations"]>;
  /** The URI without the names of its variables. */
  uriShape: string | null;
  /** The bundle that holds the content of a resource. */
  contentDigest: string | null;
  contentSize: number | null;
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
