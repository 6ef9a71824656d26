import { z } from "zod";
import { id, time } from "./fields.ts";

export const auditEvent = z.object({
  id: id("aud"),
  at: time,
  action: z.string(),
  projectId: id("prj").nullable(),
  actor: z.object({
    kind: z.enum(["user", "token", "system", "anonymous"]),
    id: z.string().nullable(),
    /** The person behind it, even if a token acted. */
    userId: z.string().nullable(),
    email: z.string().nullable(),
  }),
  target: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  requestId: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  outcome: z.enum(["success", "denied", "failure"]),
  changes: z.record(z.string(), z.unknown()),
  sequence: z.number().int(),
  /** Its link to the event before; null until it is sealed, within a second. */
  hash: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;
