import { z } from "zod";
import { mostBodyBytes } from "../most-body-bytes.ts";
import { operation } from "../operation.ts";
import {
  environment,
  givenDescription,
  givenName,
  givenText,
  listOf,
  page,
  pathId,
  searched,
  slug,
  sortedBy,
} from "../resources/fields.ts";
import { endpointLimits, listedEndpoint, runtimeEndpoint } from "../resources/runtime-endpoint.ts";
import { endpointKinds, unknownArgumentModes } from "../states.ts";

const params = z.strictObject({ endpointId: pathId });
const authors = ["owner", "admin", "developer"] as const;

/** MCP Endpoints and HTTP APIs. */
export const runtimeEndpointOperations = {
  listRuntimeEndpoints: operation({
    method: "GET",
    path: "/api/runtime-endpoints",
    summary: "List runtime endpoints; searched, filtered and sorted",
    tag: "Runtime endpoints",
    scope: "project",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      kind: z.enum(endpointKinds).optional(),
      status: runtimeEndpoint.shape.status.optional(),
      /** Those with a tool or route of this Function, as drafted. */
      functionId: pathId.optional(),
      /** With the number of tools or routes of each, and its calls of the last 24 hours here. */
      activityIn: environment.optional(),
      /** By `calls` and `failed` only where `activityIn` says of what environment. */
      sort: sortedBy("name", "kind", "updatedAt", "bindings", "calls", "failed"),
    }),
    response: listOf(listedEndpoint),
    status: 200,
    audit: null,
  }),
  createRuntimeEndpoint: operation({
    method: "POST",
    path: "/api/runtime-endpoints",
    summary: "Create an MCP Endpoint or an HTTP API",
    tag: "Runtime endpoints",
    scope: "project",
    roles: authors,
    body: z.strictObject({
      kind: z.enum(endpointKinds),
      slug,
      name: givenName.optional(),
      description: givenDescription.default(""),
      instructions: givenText(8_000).default(""),
      unknownArguments: z.enum(unknownArgumentModes).default("refuse"),
      limits: endpointLimits.prefault({}),
    }),
    response: runtimeEndpoint,
    status: 201,
    errors: ["CONFLICT"],
    audit: "runtime-endpoint.create",
    idempotent: true,
  }),
  getRuntimeEndpoint: operation({
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId",
    summary: "Get a runtime endpoint",
    tag: "Runtime endpoints",
    scope: "project",
    roles: "any",
    params,
    response: runtimeEndpoint,
    status: 200,
    audit: null,
  }),
  updateRuntimeEndpoint: operation({
    method: "PATCH",
    path: "/api/runtime-endpoints/:endpointId",
    summary: "Update a runtime endpoint; limits are live at once, texts with the next deployment",
    tag: "Runtime endpoints",
    scope: "project",
    roles: authors,
    params,
    body: z.strictObject({
      name: givenName.optional(),
      description: givenDescription.optional(),
      instructions: givenText(8_000).optional(),
      unknownArguments: z.enum(unknownArgumentModes).optional(),
      limits: z
        .strictObject({
          requestsPerMinute: z.number().int().min(1).max(1_000_000).optional(),
          maxBodyBytes: z.number().int().min(1_024).max(mostBodyBytes).optional(),
        })
        .optional(),
    }),
    response: runtimeEndpoint,
    status: 200,
    audit: "runtime-endpoint.update",
    ifMatch: true,
  }),
  deleteRuntimeEndpoint: operation({
    method: "DELETE",
    path: "/api/runtime-endpoints/:endpointId",
    summary: "Delete a runtime endpoint with its bindings, policies and API keys; refused while a deployment serves it",
    tag: "Runtime endpoints",
    scope: "project",
    roles: authors,
    params,
    response: null,
    status: 204,
    errors: ["IN_USE"],
    audit: "runtime-endpoint.delete",
    ifMatch: true,
  }),
  disableRuntimeEndpoint: operation({
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/disable",
    summary: "Disable it at once in both environments",
    tag: "Runtime endpoints",
    scope: "project",
    roles: "any",
    params,
    response: runtimeEndpoint,
    status: 200,
    errors: ["INVALID_STATE"],
    audit: "runtime-endpoint.disable",
    ifMatch: true,
  }),
  enableRuntimeEndpoint: operation({
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/enable",
    summary: "Undo a disable",
    tag: "Runtime endpoints",
    scope: "project",
    roles: "any",
    params,
    response: runtimeEndpoint,
    status: 200,
    errors: ["INVALID_STATE"],
    audit: "runtime-endpoint.enable",
    ifMatch: true,
  }),
};
