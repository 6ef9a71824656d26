import type { RouteList, ToolList } from "@ferrule/contract/resources/discovery.ts";

export type Route = RouteList["routes"][number];
export type Tool = ToolList["tools"][number];
export type Prompt = NonNullable<ToolList["prompts"]>[number];
type Listed = NonNullable<ToolList["resources"]>[number];

/** A resource, or a template that stands for many. */
export interface Resource extends Omit<Listed, "uri"> {
  /** The URI, or the template. */
  uri: string;
}

/** Resources and templates of `resources/list` and `resources/templates/list` in one list, by name. */
export const servedResources = ({
  resources = [],
  resourceTemplates = [],
}: Partial<Pick<ToolList, "resources" | "resourceTemplates">>): Resource[] =>
  [...resources, ...resourceTemplates.map(({ uriTemplate, ...one }) => ({ ...one, uri: uriTemplate }))].toSorted(
    (a, b) => (a.name < b.name ? -1 : 1),
  );

/** A route's display name: `GET /orders/{orderId}`. */
export const routeName = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;
