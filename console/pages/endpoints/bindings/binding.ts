import type { ItemOf } from "../../../api/use-operation.ts";
import { routeName } from "../discovery/use-served.ts";

export type McpBinding = ItemOf<"listMcpBindings">;
export type HttpBinding = ItemOf<"listHttpBindings">;
export type Binding = McpBinding | HttpBinding;

/** The name that callers know: a tool's own, or the method and path of a route. */
export const bindingName = (binding: Binding): string =>
  "toolName" in binding ? binding.toolName : routeName(binding);

/** The words and the operations of bindings, by the kind of their endpoint. */
export const bindingKinds = {
  mcp: {
    word: "tool",
    title: "Tool",
    searched: "name or title",
    bound: "Bind a Function, and agents can use it as a tool after the next deployment.",
    list: "listMcpBindings",
    create: "createMcpBinding",
    update: "updateMcpBinding",
    remove: "deleteMcpBinding",
  },
  http: {
    word: "route",
    title: "Route",
    searched: "method or path",
    bound: "Bind a Function to a method and a path, and services can call it after the next deployment.",
    list: "listHttpBindings",
    create: "createHttpBinding",
    update: "updateHttpBinding",
    remove: "deleteHttpBinding",
  },
} as const;
