import { connectionAddressOf, connectionKindOf } from "@ferrule/contract/resources/connection.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { sealSecret } from "../../ground/sealing/seal-secret.ts";
import { auditedConnection } from "./audited-connection.ts";
import { describeConnection } from "./describe-connections.ts";
import { changeConnection, lockConnection, type ConnectionChanges, type ConnectionRow } from "./queries/connections.ts";

/** A new URL, sealed for the next version of the connection. */
async function sealedUrl(app: App, row: ConnectionRow, url: string | undefined): Promise<ConnectionChanges> {
  if (url === undefined) return {};
  if (connectionKindOf(url) !== row.kind) {
    const message = `must lead to the same kind of database as before (${row.kind})`;
    throw validationError([{ path: "body.url", message }]);
  }
  const ring = await keyRing(app.settings.encryptionKeys);
  const { projectId, environment, id: secretId, name } = row;
  const version = row.version + 1;
  const sealed = sealSecret(ring, { projectId, environment, secretId, name, version }, url);
  return { version, address: connectionAddressOf(url), ...sealed };
}

/** Workers learn of the change when it commits, and open new connections for the next statement. */
export const updateConnection: Handlers["updateConnection"] = async (context) => {
  const { app, operation, actor, scope, params, body, ifMatch } = context;
  const before = found(await lockConnection(scope, params.connectionId));
  requireRoleIn(operation, before.environment, actor);
  requireRevision(ifMatch, before.revision);
  const { url, ...settings } = body;
  const row = await changeConnection(scope, before.id, { ...settings, ...(await sealedUrl(app, before, url)) });
  return { answer: await describeConnection(scope, row), audit: auditedConnection(before, row) };
};
