import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { describeConfirmation } from "./describe-confirmation.ts";
import { decideRow } from "./queries.ts";

/**
 * Confirms, as a person who may make the change themselves, or declines, as anybody. Nothing happens yet: the agent must send the very
 * same change again, before the ten minutes are over.
 */
export const decideConfirmation: Handlers["decideConfirmation"] = async ({ scope, actor, params, body }) => {
  const { confirmationId: id } = params;
  const before = await describeConfirmation(scope, id, actor, { lock: true });
  if (before.status !== "pending") throw new PublicError("INVALID_STATE", before.whyNot ?? undefined);
  if (body.decision === "confirm" && before.whyNot !== null) throw new PublicError("FORBIDDEN", before.whyNot);
  if (body.digest !== before.digest)
    throw new PublicError("INVALID_STATE", "This is not what the agent asked for. Read it again before you decide.");
  const status = body.decision === "confirm" ? "confirmed" : "declined";
  await decideRow(scope, id, { status, userId: actor.userId });
  const { operation, title, digest, projectId, askedBy } = before;
  return {
    answer: await describeConfirmation(scope, id, actor),
    audit: {
      kind: "confirmation",
      id,
      name: title,
      projectId,
      changes: { decision: body.decision, operation, digest, client: askedBy.client, askedBy: askedBy.email },
    },
  };
};
