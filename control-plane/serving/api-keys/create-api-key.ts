import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { auditedKey } from "./audited-key.ts";
import { checkScopes } from "./check-scopes.ts";
import { newKey } from "../../ground/handler/new-key.ts";
import { insertKey, toApiKey } from "./queries.ts";

/** Issues a key for one endpoint in one environment. Only this answer contains its value. */
export const createApiKey: Handlers["createApiKey"] = async ({ scope, actor, params, body }) => {
  const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt);
  if (expiresAt !== null && expiresAt.getTime() <= sharedNow()) {
    throw validationError([{ path: "body.expiresAt", message: "must be in the future" }]);
  }
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const scopes = body.scopes === undefined ? null : [...new Set(body.scopes)];
  if (scopes !== null) checkScopes(scopes, endpoint.kind);
  const { value, ...kept } = newKey();
  const row = await insertKey(scope, {
    ...kept,
    endpointId: endpoint.id,
    environment: body.environment,
    name: body.name,
    tenantId: body.tenantId ?? null,
    scopes,
    expiresAt,
    seenBy: [actor.userId],
    createdBy: actor.userId,
  });
  return { answer: { ...toApiKey(row), value }, audit: auditedKey(null, row) };
};
