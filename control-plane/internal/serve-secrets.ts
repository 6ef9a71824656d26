import { PublicError } from "@ferrule/contract/errors.ts";
import { secretRequest, type OpenedSecret, type SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { found } from "../http/not-found.ts";
import { findSealed, markSecretUsed } from "../secrets/records.ts";
import { keyRing } from "../secrets/sealing/key-ring.ts";
import { openSecret } from "../secrets/sealing/open-secret.ts";
import { SealError } from "../secrets/sealing/seal-error.ts";
import { parse } from "./parse.ts";

async function open(app: App, { projectId, environment, name, ...asked }: SecretRequest): Promise<OpenedSecret> {
  const ring = await keyRing(app.settings.encryptionKeys);
  const row = await app.store.inProject(projectId, async (scope) => {
    const row = found(await findSealed(scope, projectId, environment, name));
    await markSecretUsed(scope, row.id);
    return row;
  });
  const { id: secretId, version, keyId, wrappedKey, ciphertext } = row;
  if (keyId === null || wrappedKey === null || ciphertext === null) throw new PublicError("NOT_FOUND");
  try {
    const value = openSecret(
      ring,
      { projectId, environment, secretId, name, version },
      { keyId, wrappedKey, ciphertext },
    );
    return { version, value };
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    app.log.error({ err: cause, projectId, secretId, version, ...asked }, "a secret cannot be opened");
    throw new PublicError("UNAVAILABLE", "The secret cannot be opened with the encryption keys that are configured.", {
      cause,
    });
  }
}

/** `POST /internal/secrets/open`: see `secretRequest` in the contract. Its answers are stored nowhere on the way. */
export function serveSecrets(routes: FastifyInstance, app: App): void {
  routes.post("/internal/secrets/open", async (request, reply) => {
    const opened = await open(app, parse(secretRequest, request.body, "body"));
    return reply.header("cache-control", "no-store").send(opened);
  });
}
