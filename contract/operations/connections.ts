import { z } from "zod";
import { operation } from "./operation.ts";
import {
  changedConnection,
  connection,
  connectionSchema,
  connectionTest,
  newConnection,
} from "../resources/connection.ts";
import { environment, givenNames, listOf, page, searched, sortedBy } from "../resources/fields.ts";
import { roles } from "../states.ts";

const keepers = {
  roles,
  rolesIn: { development: ["owner", "admin", "developer"], production: ["owner", "admin", "operator"] },
} as const;
const shared = { tag: "Connections", scope: "project", whenManaged: "allowed" } as const;

/** Databases for `ctx.sql`, by environment. No response contains a URL. */
export const connectionOperations = {
  listConnections: operation({
    ...shared,
    method: "GET",
    path: "/api/connections",
    summary: "List connections to databases, without their URLs",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      names: givenNames.optional(),
      sort: sortedBy("name", "lastUsedAt"),
      environment: environment.optional(),
    }),
    response: listOf(connection),
  }),
  createConnection: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/connections",
    summary: "Create a connection to a database in one environment",
    body: newConnection,
    response: connection,
    status: 201,
    errors: ["CONFLICT"],
    audit: "connection.create",
    idempotent: true,
  }),
  getConnection: operation({
    ...shared,
    method: "GET",
    path: "/api/connections/:connectionId",
    summary: "Get a connection, without its URL",
    roles: "any",
    response: connection,
  }),
  updateConnection: operation({
    ...shared,
    ...keepers,
    method: "PATCH",
    path: "/api/connections/:connectionId",
    summary: "Change a connection, effective at once",
    description: "Its URL stays when none is given.",
    body: changedConnection,
    response: connection,
    audit: "connection.update",
    ifMatch: true,
  }),
  deleteConnection: operation({
    ...shared,
    ...keepers,
    method: "DELETE",
    path: "/api/connections/:connectionId",
    summary: "Delete a connection",
    description: "With `force` also while what is deployed in its environment declares it.",
    query: z.strictObject({ force: z.enum(["true", "false"]).default("false") }),
    response: null,
    errors: ["IN_USE"],
    audit: "connection.delete",
    ifMatch: true,
  }),
  testConnection: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/connections/:connectionId/test",
    summary: "Have a worker connect, and report the result",
    response: connectionTest,
    errors: ["TIMEOUT"],
    audit: null,
    reads: true,
    transaction: "handler",
  }),
  getConnectionSchema: operation({
    ...shared,
    method: "GET",
    path: "/api/connections/:connectionId/schema",
    summary: "The tables of a connection, as they were when they were read",
    roles: "any",
    response: connectionSchema,
  }),
  updateConnectionSchema: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/connections/:connectionId/schema",
    summary: "Have a worker read the tables of a connection again",
    description: "For types and the schema browser.",
    response: connectionSchema,
    errors: ["TIMEOUT", "INVALID_STATE"],
    audit: "connection.read-schema",
    transaction: "handler",
  }),
};
