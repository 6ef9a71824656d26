import type { Handlers } from "../http/handler/handler.ts";
import { auditedChanges } from "../http/handler/audited-changes.ts";
import { found } from "../http/handler/not-found.ts";
import { findClientOf, removeClient } from "./queries/clients.ts";
import { revokeGrantsOfClient } from "./queries/grants.ts";
import { toOauthClient } from "./shown.ts";

/** Removes a client, and revokes everything that it was allowed. */
export const deleteOauthClient: Handlers["deleteOauthClient"] = async ({ scope, params }) => {
  const row = found(await findClientOf(scope, params.endpointId, params.clientId));
  await revokeGrantsOfClient(scope, row.id);
  await removeClient(scope, row.id);
  const { name, environment, use, redirectUris, keyIds } = toOauthClient(row);
  const changes = auditedChanges({ name, environment, use, redirectUris, keyIds }, null);
  return { answer: undefined, audit: { kind: "oauth-client", id: row.id, name, changes } };
};
