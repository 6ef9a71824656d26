import { PublicError } from "@ferrule/contract/errors.ts";
import { connectionAddressOf, connectionKindOf } from "@ferrule/contract/resources/connection.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { sealSecret } from "../../ground/sealing/seal-secret.ts";
import { violates } from "../../ground/store/constraint.ts";
import { auditedConnection } from "./audited-connection.ts";
import { describeConnection } from "./describe-connections.ts";
import { insertConnection } from "./queries/connections.ts";

/** Connects a database to one environment. The URL is sealed like a secret's value, and opened only for workers. */
export const createConnection: Handlers["createConnection"] = async (context) => {
  const { app, operation, actor, scope, body } = context;
  const { url, ...settings } = body;
  const { environment, name } = settings;
  requireRoleIn(operation, environment, actor);
  const ring = await keyRing(app.settings.encryptionKeys);
  const id = identifier("con");
  const sealed = sealSecret(ring, { projectId: scope.projectId, environment, secretId: id, name, version: 1 }, url);
  const row = await insertConnection(scope, {
    id,
    ...settings,
    kind: connectionKindOf(url) ?? "postgresql",
    address: connectionAddressOf(url),
    ...sealed,
  }).catch((error: unknown) => {
    if (!violates(error, "connections_name_taken")) throw error;
    const message = `There is a connection of this name in ${environment} already.`;
    throw new PublicError("CONFLICT", message, { details: { fields: ["name"] }, cause: error });
  });
  return { answer: await describeConnection(scope, row), audit: auditedConnection(null, row) };
};
