import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { auditedKey } from "./audited-key.ts";
import { lockKey, revokeKey } from "./queries.ts";

/**
 * Revokes a key with all its values; within a second, no worker accepts it. The list still shows its metadata. To
 * revoke it again changes nothing.
 */
export const deleteApiKey: Handlers["deleteApiKey"] = async ({ scope, params }) => {
  const row = found(await lockKey(scope, params.endpointId, params.keyId));
  await revokeKey(scope, row.id);
  return { answer: undefined, audit: auditedKey(row, null) };
};
