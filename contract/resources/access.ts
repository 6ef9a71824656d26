import { z } from "zod";
import { accessKinds, endpointKinds } from "../states.ts";
import { environment, id, time } from "./fields.ts";

/** A key, a machine or a consent that nobody has used for so many days is stale. */
export const staleAfterDays = 90;

/** What one caller may call on one endpoint in one environment, as the runtime would decide now. */
export const access = z.object({
  /** The id of the key, client, consent or policy. */
  id: z.string(),
  kind: z.enum(accessKinds),
  name: z.string(),
  /** The beginning of a key, the client of a person, or the condition of a policy's rule. */
  detail: z.string().nullable(),
  endpoint: z.object({ id: id("ep"), name: z.string(), slug: z.string(), kind: z.enum(endpointKinds) }),
  environment,
  tenantId: z.string().nullable(),
  /** The served tools, resources, prompts or routes that it may call: `names` holds the first 20. */
  callable: z.object({ count: z.number().int(), of: z.number().int(), names: z.array(z.string()) }),
  /** Why it may call nothing at present; null when it may call something. */
  reason: z.string().nullable(),
  createdAt: time.nullable(),
  /** The e-mail address of who created or allowed it; null when nobody knows. */
  createdBy: z.string().nullable(),
  lastUsedAt: time.nullable(),
  /** Null: it does not expire, or nobody knows. */
  expiresAt: time.nullable(),
  /** Nobody has used it in the last 90 days, and it is older than that. */
  stale: z.boolean(),
});
export type Access = z.infer<typeof access>;
