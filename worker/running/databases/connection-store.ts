import type { ConnectionRequest, OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import type { Log } from "@ferrule/kit/log.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";
import { passwordsOf } from "./passwords-of.ts";
import { createSecretStore, type SecretStore } from "../secrets/secret-store.ts";

const timeoutMs = 5_000;

export interface ConnectionStore extends Pick<SecretStore, "heard"> {
  /** A connection's settings, from memory or from the control plane; null if there is none of this name. */
  get: (request: ConnectionRequest) => Promise<OpenedConnection | null>;
}

/** Caches connections in memory until the feed reports a change, as the store of secrets caches values. */
export function createConnectionStore(
  client: Pick<ControlPlaneClient, "openConnection">,
  log: Log,
  secrets: Pick<SecretStore, "alsoMask">,
): ConnectionStore {
  const store = createSecretStore({
    kind: "connection",
    log,
    async open({ projectId, environment, name }) {
      const opened = await client.openConnection({ body: { projectId, environment, name }, timeoutMs });
      for (const password of passwordsOf(opened)) secrets.alsoMask({ projectId, environment }, password);
      return { version: opened.revision, value: JSON.stringify(opened) };
    },
  });
  return {
    heard: store.heard,
    async get(request) {
      try {
        return JSON.parse(await store.get({ ...request, functionId: "", deploymentId: null })) as OpenedConnection;
      } catch (error) {
        if (error instanceof ControlPlaneRefusal && error.status === 404) return null;
        throw error;
      }
    },
  };
}
