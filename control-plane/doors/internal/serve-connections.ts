import { PublicError } from "@ferrule/contract/errors.ts";
import type { ConnectionRequest, OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import type { App } from "../../ground/app.ts";
import { findNamedConnection, markConnectionUsed } from "../../data/connections/queries/connections.ts";
import { found } from "../../ground/handler/not-found.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { openSecret } from "../../ground/sealing/open-secret.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { InternalHandlers } from "./internal-handler.ts";

async function open(app: App, request: ConnectionRequest): Promise<OpenedConnection> {
  const { projectId, environment, name } = request;
  const ring = await keyRing(app.settings.encryptionKeys);
  const row = await app.store.inProject(projectId, async (scope) => {
    const row = found(await findNamedConnection(scope, request));
    await markConnectionUsed(scope, row.id);
    return row;
  });
  const { id, version, revision, kind, tls, caCertificate, readOnly, statementTimeoutMs, maxRows, maxBytes } = row;
  try {
    const url = openSecret(ring, { projectId, environment, secretId: id, name, version }, row);
    const limits = { statementTimeoutMs, maxRows, maxBytes, poolSize: row.poolSize };
    return { id, revision, kind, url, tls, caCertificate, readOnly, ...limits };
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    app.log.error({ err: cause, projectId, connectionId: id }, "a connection's URL cannot be opened");
    const message = "The connection's URL cannot be opened with the encryption keys that are configured.";
    throw new PublicError("UNAVAILABLE", message, { cause });
  }
}

/** See `connectionRequest` in the contract. Proxies and caches must not store these answers. */
export const serveConnections = (app: App): Pick<InternalHandlers, "openConnection"> => ({
  openConnection({ body, reply }) {
    reply.header("cache-control", "no-store");
    return open(app, body);
  },
});
