import { z } from "zod";
import { operation } from "./operation.ts";
import { discovery } from "../resources/discovery.ts";
import { environment } from "../resources/fields.ts";

/** The deployed tools and routes of an endpoint, for callers. */
export const discoveryOperations = {
  getDiscovery: operation({
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/discovery",
    summary: "Get what is deployed of an endpoint",
    description: "Its tools or routes, or an OpenAPI 3.1 document of it.",
    tag: "Manifests",
    scope: "project",
    roles: "any",
    query: z.strictObject({
      environment: environment.default("development"),
      /** Default: the endpoint's own form, which is the result of `tools/list` or the list of routes. */
      format: z.enum(["openapi-json"]).optional(),
    }),
    response: discovery,
  }),
};
