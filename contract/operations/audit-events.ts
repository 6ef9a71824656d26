import { z } from "zod";
import { operation } from "./operation.ts";
import { auditEvent } from "../resources/audit-event.ts";
import { givenTime, listOf, page, pathId, text, time } from "../resources/fields.ts";

const shared = { tag: "Audit", scope: "installation", roles: ["owner", "admin"] } as const;

const mostWords = 10;

const filters = {
  /** Words that the event's sentence, names, ids, address or reason all have, in any case and order. */
  q: text(200, 1)
    .refine((value) => value.trim().split(/\s+/).length <= mostWords, `must be at most ${mostWords} words`)
    .optional(),
  projectId: pathId.optional(),
  action: z.string().max(100).optional(),
  actorId: pathId.optional(),
  targetId: pathId.optional(),
  requestId: z.string().max(128).optional(),
  outcome: z.enum(["success", "denied", "failure"]).optional(),
  from: givenTime.optional(),
  to: givenTime.optional(),
};

/** The changes, and who made them. */
export const auditEventOperations = {
  listAuditEvents: operation({
    ...shared,
    method: "GET",
    path: "/api/audit-events",
    summary: "List audit events of the installation",
    description: "Newest first. A page of a long search may be short, or empty: `nextCursor` goes on with it.",
    query: z.strictObject({ ...page, ...filters }),
    response: listOf(auditEvent).extend({
      /** The search compared as many events as one request may, and knows all since then. Null: it found enough, or all. */
      searchedSince: time.nullable(),
    }),
  }),
  verifyAuditEvents: operation({
    ...shared,
    method: "GET",
    path: "/api/audit-events/verify",
    summary: "Check whether an event was altered, removed or moved",
    description: "Since it was sealed in the chain.",
    response: z.object({
      valid: z.boolean(),
      /** The number of unchanged sealed events before the first changed one. */
      checked: z.number().int(),
      firstInvalidSequence: z.number().int().nullable(),
    }),
    transaction: "handler",
  }),
  exportAuditEvents: operation({
    ...shared,
    method: "GET",
    path: "/api/audit-events/export",
    summary: "Download audit events as NDJSON or CSV, newest first",
    query: z.strictObject({ format: z.enum(["ndjson", "csv"]).default("ndjson"), ...filters }),
    response: z.string(),
    audit: "audit-event.export",
    transaction: "handler",
    alternative: ["application/x-ndjson", "text/csv"],
  }),
};
