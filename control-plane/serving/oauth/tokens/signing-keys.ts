import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import { LRUCache } from "lru-cache";
import type { App } from "../../../ground/app.ts";
import { keyRing, type KeyRing } from "../../../ground/sealing/key-ring.ts";
import { openSecret } from "../../../ground/sealing/open-secret.ts";
import type { SealContext } from "../../../ground/sealing/seal-context.ts";
import { SealError } from "../../../ground/sealing/seal-error.ts";
import { sealSecret } from "../../../ground/sealing/seal-secret.ts";
import { rewrapKey } from "../../../ground/sealing/unwrap-key.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import {
  findSigner,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  putSigningKeySeal,
  removeSigningKeys,
} from "../queries/signing-keys.ts";
import type { SigningKeyRow } from "../../../ground/store/tables/oauth.ts";

/** Every client must be able to verify it, and all of them support this one. */
export const signingAlgorithm = "ES256";
const signsForMs = 30 * 86_400_000;
/**
 * How long a new key is published before it signs, so that every worker and every cache of public keys has it by then.
 */
const publishedAheadMs = 3_600_000;

const placeOf = (kid: string): SealContext => ({
  projectId: "installation",
  environment: "production",
  secretId: kid,
  name: "oauth-signing-key",
  version: 1,
});

async function makeKey(app: App, scope: InstallationScope, signsInMs: number): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const { kty = "", crv = "", x = "", y = "" } = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint({ kty, crv, x, y });
  const sealed = sealSecret(
    await keyRing(app.settings.encryptionKeys),
    placeOf(kid),
    JSON.stringify(await exportJWK(pair.privateKey)),
  );
  const publicJwk = { kty, crv, x, y, kid, alg: signingAlgorithm, use: "sig" };
  return insertSigningKey(scope, { kid, publicJwk, ...sealed }, signsInMs);
}

/** To open a key costs more than to sign with it. The key behind an id never changes. */
const opened = new LRUCache<string, CryptoKey | Uint8Array>({ max: 8 });

async function openKey(app: App, row: SigningKeyRow): Promise<CryptoKey | Uint8Array> {
  const known = opened.get(row.kid);
  if (known !== undefined) return known;
  const text = openSecret(await keyRing(app.settings.encryptionKeys), placeOf(row.kid), row);
  const key = await importJWK(JSON.parse(text) as JWK, signingAlgorithm);
  opened.set(row.kid, key);
  return key;
}

/** The key that signs now. It is created when somebody first needs it. */
export async function currentSigner(app: App, scope: InstallationScope) {
  let row = await findSigner(scope);
  if (row === undefined) {
    await lockSigningKeys(scope);
    row = (await findSigner(scope)) ?? (await makeKey(app, scope, 0));
  }
  try {
    return { kid: row.kid, key: await openKey(app, row) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    // Somebody removed its encryption key from ENCRYPTION_KEYS. Tokens that it signed stay valid until they expire.
    app.log.warn({ err: error }, "a signing key cannot be opened any more; making another one");
    const made = await makeKey(app, scope, 0);
    return { kid: made.kid, key: await openKey(app, made) };
  }
}

/**
 * Announces the next key before the present one is 30 days old, and removes keys whose last token has long expired.
 * While nobody has ever signed in, there is nothing to rotate.
 */
export async function rotateSigningKeys(app: App, now: number = sharedNow()): Promise<void> {
  await app.store.inInstallation(async (scope) => {
    await lockSigningKeys(scope);
    const keys = await listSigningKeys(scope);
    const newest = keys.at(-1);
    if (newest === undefined) return;
    if (newest.signsFrom.getTime() + signsForMs <= now) await makeKey(app, scope, publishedAheadMs);
    const replaced = keys.filter((_, at) => {
      const next = keys[at + 1];
      return next !== undefined && next.signsFrom.getTime() + publishedAheadMs <= now;
    });
    await removeSigningKeys(
      scope,
      replaced.map(({ kid }) => kid),
    );
  });
}

/**
 * Wraps the data keys of all signing keys under the ring's first key. Returns how many were under another key, and why
 * some still are; `currentSigner` replaces those.
 */
export async function rewrapSigningKeys(
  scope: InstallationScope,
  ring: KeyRing,
): Promise<{ rewrapped: number; failed: string[] }> {
  await lockSigningKeys(scope);
  const rows = (await listSigningKeys(scope)).filter(({ keyId }) => keyId !== ring.first.id);
  const failed: string[] = [];
  for (const row of rows) {
    try {
      await putSigningKeySeal(scope, row.kid, rewrapKey(ring, placeOf(row.kid), row));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      failed.push(error.message);
    }
  }
  return { rewrapped: rows.length - failed.length, failed };
}
