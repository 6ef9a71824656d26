import { z } from "zod";
import { confirmationStatuses } from "../states.ts";
import { deploymentChange } from "./deployment.ts";
import { id, time } from "./fields.ts";

/** One thing that would happen. `kind` says how it is shown: something new, something gone, or a remark. */
export const confirmedEffect = z.object({ kind: z.enum(["adds", "removes", "note"]), said: z.string() });
export type ConfirmedEffect = z.infer<typeof confirmedEffect>;

/** Things of one kind by their names, and how many more there are. */
export const confirmedNames = z.object({ what: z.string(), names: z.array(z.string()), more: z.number().int() });
export type ConfirmedNames = z.infer<typeof confirmedNames>;

/**
 * What the page shows in full beside the sentences: what a deployment changes, each changed field of a policy as JSON, or
 * what goes with a deleted thing. `more` says how many are left out.
 */
export const confirmedDetail = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("changes"),
    changes: z.array(deploymentChange),
    more: z.number().int().optional(),
  }),
  z.object({ kind: z.literal("names"), groups: z.array(confirmedNames) }),
  z.object({
    kind: z.literal("fields"),
    fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  }),
]);
export type ConfirmedDetail = z.infer<typeof confirmedDetail>;

/** A change that an agent asked for, and that a person confirms or declines. */
export const confirmation = z.object({
  id: id("cnf"),
  projectId: id("prj"),
  /** The operation of the management API that would run: `releaseDeployment`. */
  operation: z.string(),
  /** One sentence: `Release #12 to Production.` */
  title: z.string(),
  effects: z.array(confirmedEffect),
  /** Null: the sentences say everything. */
  detail: confirmedDetail.nullable(),
  /** SHA-256 (hex) of the operation, its exact arguments, and the state that they would change. */
  digest: z.string(),
  /** The person behind the agent; its API token or the program that they signed in; and the name that the program gives itself. */
  askedBy: z.object({ userId: id("usr"), email: z.string(), through: z.string(), client: z.string().nullable() }),
  /** `used`: the change was made. */
  status: z.enum(confirmationStatuses),
  createdAt: time,
  expiresAt: time,
  decidedBy: z.object({ id: id("usr"), email: z.string() }).nullable(),
  /** Why the caller cannot confirm; null if they can. */
  whyNot: z.string().nullable(),
});
export type Confirmation = z.infer<typeof confirmation>;

export const confirmationDecision = z.strictObject({
  decision: z.enum(["confirm", "decline"]),
  /** The digest that the person saw; another one is refused. */
  digest: z.string().length(64),
});
