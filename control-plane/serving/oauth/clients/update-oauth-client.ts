import type { Handlers } from "../../../ground/handler/handler.ts";
import { auditedChanges } from "../../../ground/handler/audited-changes.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { requireRevision } from "../../../ground/handler/require-revision.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { ClientRow } from "../../../ground/store/tables/oauth.ts";
import { changeClient, lockClientOf } from "../queries/clients.ts";
import { toOauthClient } from "../protocol/shown.ts";

const told = (row: ClientRow) => {
  const { name, environment, use, redirectUris, keyIds } = toOauthClient(row);
  return { name, environment, use, redirectUris, keyIds };
};

/**
 * Changes a registered client. Its consents stay. To change its key, a machine first names both keys, and later only
 * the new one: each request of a token must match the keys of that moment.
 */
export const updateOauthClient: Handlers["updateOauthClient"] = async ({ scope, params, ifMatch, body }) => {
  const before = found(await lockClientOf(scope, params.endpointId, params.clientId));
  requireRevision(ifMatch, before.revision);
  const isMachine = before.authMethod === "private_key_jwt";
  const wrong = isMachine ? "redirectUris" : "jwks";
  if (body[wrong] !== undefined) {
    const message = isMachine
      ? "must be left out: a machine does not sign people in"
      : "must be left out: people sign in with it";
    throw validationError([{ path: `body.${wrong}`, message }]);
  }
  const row = await changeClient(scope, before.id, body);
  const changes = auditedChanges(told(before), told(row));
  return { answer: toOauthClient(row), audit: { kind: "oauth-client", id: row.id, name: row.name, changes } };
};
