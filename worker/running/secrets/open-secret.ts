import type { OpenedSecret, SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";
import type { SecretStore } from "./secret-store.ts";

const timeoutMs = 5_000;

/** Requests a secret's value from the control plane. Rejects with ControlPlaneRefusal 404 when there is none. */
export const openSecret =
  (client: Pick<ControlPlaneClient, "openSecret">) =>
  (request: SecretRequest, purpose?: "mask"): Promise<OpenedSecret> =>
    client.openSecret({ query: { before: "true", purpose }, body: request, timeoutMs });

/** Resolves to a secret's current value. Null when it does not exist. */
export const getSecret =
  (store: Pick<SecretStore, "get">) =>
  async (request: SecretRequest): Promise<string | null> => {
    try {
      return await store.get(request);
    } catch (error) {
      if (error instanceof ControlPlaneRefusal && error.status === 404) return null;
      throw error;
    }
  };
