import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { newKey } from "../../ground/handler/new-key.ts";
import { lockKey, replaceKeyValue, statusOf, toApiKey } from "./queries.ts";

/**
 * Gives a key a new value. The old value stays valid for `overlapSeconds`; an even older one ends now. 409
 * INVALID_STATE for a key that is revoked or has expired.
 */
export const rotateApiKey: Handlers["rotateApiKey"] = async ({ scope, actor, params, body }) => {
  const before = found(await lockKey(scope, params.endpointId, params.keyId));
  const status = statusOf(before);
  if (status !== "active") throw new PublicError("INVALID_STATE", `The key is ${status}. Issue a new one.`);
  const { value, ...kept } = newKey();
  const previousUntil = body.overlapSeconds === 0 ? null : new Date(sharedNow() + body.overlapSeconds * 1_000);
  const row = await replaceKeyValue(scope, before.id, { ...kept, previousUntil, seenBy: actor.userId });
  return {
    answer: { ...toApiKey(row), value },
    audit: {
      kind: "api-key",
      id: row.id,
      name: row.name,
      changes: {
        before: { prefix: before.prefix },
        after: { prefix: row.prefix, previousUntil: previousUntil?.toISOString() ?? null },
      },
    },
  };
};
