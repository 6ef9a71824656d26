import type { Operations } from "@ferrule/contract/operations.ts";
import { auditedChanges } from "../http/audited-changes.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { auditedKey } from "./audited-key.ts";
import { lockKey, revokeKey } from "./records.ts";

/**
 * * Revokes a key with every value it had, within a second everywhere (api-contract section 4). Its metadata stays
 * listed; revoking it again changes nothing.
 */
export const deleteApiKey: Handler<Operations["deleteApiKey"]> = async ({ scope, params }) => {
  const row = found(await lockKey(scope, params.endpointId, params.keyId));
  await revokeKey(scope, row.id);
  return {
    answer: undefined,
    audit: { kind: "api-key", id: row.id, name: row.name, changes: auditedChanges(auditedKey(row), null) },
  };
};
