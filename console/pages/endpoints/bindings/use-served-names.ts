import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { routeName } from "../discovery/served.ts";
import { useServed } from "../discovery/use-served.ts";
import type { Endpoint } from "../endpoint.ts";

/** The targets that each environment serves; undefined until they are known. */
export type ServedNames = Record<Environment, ReadonlySet<string> | undefined>;

const namesOf = ({ tools, routes, resources, prompts }: ReturnType<typeof useServed>) =>
  tools &&
  routes &&
  new Set([
    ...tools.map(({ name }) => name),
    ...resources.map(({ name }) => targetOf("resource", name)),
    ...prompts.map(({ name }) => targetOf("prompt", name)),
    ...routes.map(routeName),
  ]);

/** What both environments serve of an endpoint. */
export const useServedNames = (endpoint: Endpoint): ServedNames => ({
  development: namesOf(useServed(endpoint, "development")),
  production: namesOf(useServed(endpoint, "production")),
});
