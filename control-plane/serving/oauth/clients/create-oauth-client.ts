import type { Handlers } from "../../../ground/handler/handler.ts";
import { auditedChanges } from "../../../ground/handler/audited-changes.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { findEndpoint } from "../../runtime-endpoints/queries.ts";
import { insertRegisteredClient } from "../queries/clients.ts";
import { toOauthClient } from "../protocol/shown.ts";

/** Registers a client for one endpoint in one environment. It gets no secret: a machine brings its public key. */
export const createOauthClient: Handlers["createOauthClient"] = async ({ scope, actor, params, body }) => {
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const { name, environment } = body;
  const row = await insertRegisteredClient(scope, {
    endpointId: endpoint.id,
    environment,
    name,
    createdBy: actor.userId,
    ...(body.use === "person"
      ? { authMethod: "none" as const, redirectUris: [...new Set(body.redirectUris)], jwks: null }
      : { authMethod: "private_key_jwt" as const, redirectUris: [], jwks: body.jwks }),
  });
  const answer = toOauthClient(row);
  const { redirectUris, use, keyIds } = answer;
  const changes = auditedChanges(null, { name, environment, use, redirectUris, keyIds });
  return { answer, audit: { kind: "oauth-client", id: row.id, name, changes } };
};
