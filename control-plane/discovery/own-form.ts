import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { RouteList, ToolList } from "@ferrule/contract/resources/discovery.ts";
import type { DeployedOffers } from "./deployed-offers.ts";

const takesObject = (schema: JsonSchema | null): schema is JsonSchema => schema?.["type"] === "object";

/** The result of `tools/list`: clients drop a tool whose output schema is not an object's, so that one is left out. */
export const toolListOf = ({ tools }: DeployedOffers): ToolList => ({
  tools: tools.map(({ binding, held }) => ({
    name: binding.toolName,
    ...(binding.title === null ? {} : { title: binding.title }),
    description: binding.description,
    inputSchema: held.inputSchema,
    ...(takesObject(held.outputSchema) ? { outputSchema: held.outputSchema } : {}),
    ...(Object.keys(binding.annotations).length === 0 ? {} : { annotations: binding.annotations }),
  })),
});

export const routeListOf = ({ routes }: DeployedOffers): RouteList => ({
  routes: routes.map(({ binding, held }) => ({
    method: binding.method,
    path: binding.path,
    description: binding.description,
    inputSchema: held.inputSchema,
    outputSchema: held.outputSchema,
    successStatus: binding.successStatus,
    bodyType: binding.bodyType ?? "json",
    bodyProperty: binding.bodyProperty ?? null,
    idempotency: binding.idempotency ?? "off",
    etag: binding.etag === true,
    answersAtOnce: binding.delivery !== undefined,
  })),
});
