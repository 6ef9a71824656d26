import type { Handlers } from "../../../ground/handler/handler.ts";
import { auditedChanges } from "../../../ground/handler/audited-changes.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { lockClientOf, removeClient } from "../queries/clients.ts";
import { toOauthClient } from "../protocol/shown.ts";

/** Removes a client. The database revokes all its consents at the same time. */
export const deleteOauthClient: Handlers["deleteOauthClient"] = async ({ scope, params }) => {
  const row = found(await lockClientOf(scope, params.endpointId, params.clientId));
  await removeClient(scope, row.id);
  const { name, environment, use, redirectUris, keyIds } = toOauthClient(row);
  const changes = auditedChanges({ name, environment, use, redirectUris, keyIds }, null);
  return { answer: undefined, audit: { kind: "oauth-client", id: row.id, name, changes } };
};
