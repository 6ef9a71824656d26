import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { ItemOf } from "../../../api/use-operation.ts";
import { routeName } from "../discovery/served.ts";

export type McpBinding = ItemOf<"listMcpBindings">;
export type HttpBinding = ItemOf<"listHttpBindings">;
export type Binding = McpBinding | HttpBinding;

/** The name that callers know: that of a tool, a resource or a prompt, or the method and path of a route. */
export const bindingName = (binding: Binding): string =>
  "toolName" in binding ? binding.toolName : routeName(binding);

/** The same as scopes, rules and lists of what is served write it: `look_up`, `resource:handbook`, `GET /orders`. */
export const bindingTarget = (binding: Binding): string =>
  "toolName" in binding ? targetOf(binding.kind, binding.toolName) : routeName(binding);

/** What a binding is, in a word. */
export const bindingWord = (binding: Binding): string => ("toolName" in binding ? binding.kind : "route");

/** The words and the operations of bindings, by the kind of their endpoint. */
export const bindingKinds = {
  mcp: {
    word: "binding",
    title: "Name",
    searched: "name or title",
    add: "Add a binding",
    bound: "Offer a tool, a resource or a prompt, and clients have it after the next deployment.",
    list: "listMcpBindings",
    create: "createMcpBinding",
    update: "updateMcpBinding",
    remove: "deleteMcpBinding",
  },
  http: {
    word: "route",
    title: "Route",
    add: "Bind a Function",
    searched: "method or path",
    bound: "Bind a Function to a method and a path, and services can call it after the next deployment.",
    list: "listHttpBindings",
    create: "createHttpBinding",
    update: "updateHttpBinding",
    remove: "deleteHttpBinding",
  },
} as const;
