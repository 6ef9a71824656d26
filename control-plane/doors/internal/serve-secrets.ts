import { PublicError } from "@ferrule/contract/errors.ts";
import type { OpenedSecret, SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import type { App } from "../../ground/app.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findSealed, markSecretUsed } from "../../data/secrets/queries/secrets.ts";
import { listRetired, type RetiredValue } from "../../data/secrets/queries/retired.ts";
import { keyRing, type KeyRing } from "../../ground/sealing/key-ring.ts";
import { openSecret } from "../../ground/sealing/open-secret.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { InternalHandlers } from "./internal-handler.ts";

/** The earlier values of the secret, for masking. If one cannot be opened, the call still gets the current value. */
function openRetired(app: App, ring: KeyRing, retired: readonly RetiredValue[]): NonNullable<OpenedSecret["before"]> {
  return retired.flatMap((sealed) => {
    try {
      return [{ value: openSecret(ring, sealed, sealed), maskedUntil: sealed.expiresAt.getTime() }];
    } catch (err) {
      if (!(err instanceof SealError)) throw err;
      const { projectId, secretId, version } = sealed;
      app.log.warn({ err, projectId, secretId, version }, "a replaced value cannot be opened, so it cannot be masked");
      return [];
    }
  });
}

async function open(
  app: App,
  request: SecretRequest,
  { withBefore, isUse }: { withBefore: boolean; isUse: boolean },
): Promise<OpenedSecret> {
  const { projectId, environment, name, functionId, deploymentId } = request;
  const ring = await keyRing(app.settings.encryptionKeys);
  const { row, retired } = await app.store.inProject(projectId, async (scope) => {
    const row = found(await findSealed(scope, projectId, environment, name));
    if (isUse) await markSecretUsed(scope, row.id);
    return { row, retired: withBefore ? await listRetired(scope, projectId, { environment, name }) : null };
  });
  const { id: secretId, version, keyId, wrappedKey, ciphertext } = row;
  if (keyId === null || wrappedKey === null || ciphertext === null) throw new PublicError("NOT_FOUND");
  try {
    const value = openSecret(
      ring,
      { projectId, environment, secretId, name, version },
      { keyId, wrappedKey, ciphertext },
    );
    return { version, value, ...(retired && { before: openRetired(app, ring, retired) }) };
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    app.log.error({ err: cause, projectId, secretId, version, functionId, deploymentId }, "a secret cannot be opened");
    throw new PublicError("UNAVAILABLE", "The secret cannot be opened with the encryption keys that are configured.", {
      cause,
    });
  }
}

/** See `secretRequest` in the contract. Proxies and caches must not store these answers. */
export const serveSecrets = (app: App): Pick<InternalHandlers, "openSecret"> => ({
  openSecret({ query: { before, purpose }, body, reply }) {
    reply.header("cache-control", "no-store");
    return open(app, body, { withBefore: before === "true", isUse: purpose !== "mask" });
  },
});
