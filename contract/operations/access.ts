import { z } from "zod";
import { access } from "../resources/access.ts";
import { accessKinds } from "../states.ts";
import { environment, listOf, page, pathId, text } from "../resources/fields.ts";
import { operation } from "./operation.ts";

const shared = { tag: "Auth policies", scope: "project", roles: "any", method: "GET" } as const;

const filters = {
  endpointId: pathId.optional(),
  environment: environment.optional(),
  kind: z.enum(accessKinds).optional(),
  /** Only callers that may call this tool, resource, prompt or route. */
  target: text(320, 1).optional(),
  /** A part of a caller's name, address or client. */
  q: text(200).optional(),
  /** `true`: only those that nobody has used in the last 90 days. */
  stale: z.enum(["true", "false"]).default("false"),
};

/** Who can call what, over all endpoints: for a review. */
export const accessOperations = {
  listAccess: operation({
    ...shared,
    path: "/api/access",
    summary: "List every caller of every endpoint",
    description: "With what it may call now, its last use, who made it and when it expires.",
    query: z.strictObject({ ...page, ...filters }),
    /** A page may hold fewer items than its limit, or none, although there are more. */
    response: listOf(access),
  }),
  exportAccess: operation({
    ...shared,
    path: "/api/access/export",
    summary: "Download the list of callers as CSV or NDJSON",
    description: "With a line for each caller and each thing that it may call.",
    query: z.strictObject({ format: z.enum(["ndjson", "csv"]).default("csv"), ...filters }),
    response: z.string(),
    alternative: ["application/x-ndjson", "text/csv"],
    audit: "access.export",
    transaction: "handler",
  }),
};
