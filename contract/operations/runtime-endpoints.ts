import { z } from "zod";
import { mostBodyBytes } from "../most-body-bytes.ts";
import { operation } from "./operation.ts";
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
  text,
} from "../resources/fields.ts";
import { endpointLimits, listedEndpoint, runtimeEndpoint } from "../resources/runtime-endpoint.ts";
import { endpointKinds, unknownArgumentModes } from "../states.ts";

const authors = ["owner", "admin", "developer"] as const;
const shared = { tag: "Runtime endpoints", scope: "project" } as const;

/** MCP Endpoints and HTTP APIs. */
export const runtimeEndpointOperations = {
  listRuntimeEndpoints: operation({
    ...shared,
    method: "GET",
    path: "/api/runtime-endpoints",
    summary: "List runtime endpoints; searched, filtered and sorted",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      kind: z.enum(endpointKinds).optional(),
      status: runtimeEndpoint.shape.status.optional(),
      /** Only endpoints with a drafted tool or route of this Function. */
      functionId: pathId.optional(),
      /** Adds the number of tools or routes of each, and its calls of the last 24 hours in this environment. */
      activityIn: environment.optional(),
      /** `calls` and `failed` need `activityIn`, which names the environment. */
      sort: sortedBy("name", "kind", "updatedAt", "bindings", "calls", "failed"),
    }),
    response: listOf(listedEndpoint),
  }),
  createRuntimeEndpoint: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints",
    summary: "Create an MCP Endpoint or an HTTP API",
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
    whenManaged: "refused",
    idempotent: true,
  }),
  getRuntimeEndpoint: operation({
    ...shared,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId",
    summary: "Get a runtime endpoint",
    roles: "any",
    response: runtimeEndpoint,
  }),
  updateRuntimeEndpoint: operation({
    ...shared,
    method: "PATCH",
    path: "/api/runtime-endpoints/:endpointId",
    summary: "Update a runtime endpoint",
    description: "Limits are live at once, texts with the next deployment.",
    roles: authors,
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
    audit: "runtime-endpoint.update",
    whenManaged: "refused",
    ifMatch: true,
  }),
  deleteRuntimeEndpoint: operation({
    ...shared,
    method: "DELETE",
    path: "/api/runtime-endpoints/:endpointId",
    summary: "Delete a runtime endpoint with all that belongs to it",
    description: "Its bindings, policies and API keys. It is refused while a deployment serves it.",
    roles: authors,
    response: null,
    errors: ["IN_USE"],
    audit: "runtime-endpoint.delete",
    whenManaged: "refused",
    ifMatch: true,
  }),
  disableRuntimeEndpoint: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/disable",
    summary: "Disable it at once in both environments",
    roles: "any",
    response: runtimeEndpoint,
    errors: ["INVALID_STATE"],
    audit: "runtime-endpoint.disable",
    whenManaged: "allowed",
    ifMatch: true,
  }),
  enableRuntimeEndpoint: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/enable",
    summary: "Undo a disable",
    roles: "any",
    response: runtimeEndpoint,
    errors: ["INVALID_STATE"],
    audit: "runtime-endpoint.enable",
    whenManaged: "allowed",
    ifMatch: true,
  }),
  stopRuntimeEndpoint: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/stop",
    summary: "Stop it at once in one environment",
    description: "Every call gets 503 until somebody resumes it.",
    roles: "any",
    body: z.strictObject({
      environment,
      /** For people in the console. Callers do not see it. */
      reason: text(500).default(""),
    }),
    response: runtimeEndpoint,
    errors: ["INVALID_STATE"],
    audit: "runtime-endpoint.stop",
    whenManaged: "allowed",
  }),
  resumeRuntimeEndpoint: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/resume",
    summary: "Undo a stop in one environment",
    roles: "any",
    body: z.strictObject({ environment }),
    response: runtimeEndpoint,
    errors: ["INVALID_STATE"],
    audit: "runtime-endpoint.resume",
    whenManaged: "allowed",
  }),
};
