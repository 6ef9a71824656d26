import { z } from "zod";
import { operation } from "./operation.ts";

export const openapiOperations = {
  getOpenapi: operation({
    method: "GET",
    path: "/api/openapi.json",
    summary: "This API as OpenAPI 3.1",
    tag: "Reference",
    scope: "installation",
    roles: "any",
    response: z.record(z.string(), z.unknown()),
    prepared: true,
  }),
};
