import { exportJWK, calculateJwkThumbprint, generateKeyPair } from "jose";
import type { App } from "../../../ground/app.ts";
import { keyRing } from "../../../ground/sealing/key-ring.ts";
import { openSecret } from "../../../ground/sealing/open-secret.ts";
import type { SealContext, Sealed } from "../../../ground/sealing/seal-context.ts";
import { sealSecret } from "../../../ground/sealing/seal-secret.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";

/** Every provider supports it (OpenID Connect Core, section 3.1.3.7). */
export const keyAlgorithm = "RS256";

/** `secrets/queries/rekey.ts` names the same place. */
const placeOf = (secretId: string, version: number): SealContext => ({
  projectId: "installation",
  environment: "production",
  secretId,
  name: "identity-provider",
  version,
});

export interface SealedCredential extends Sealed {
  publicJwk: Record<string, string> | null;
}

/**
 * Seals Ferrule's credential at a provider: the client secret or, without one, a new private key. For a key, it also
 * returns the public half.
 */
export async function sealCredential(
  { settings }: Pick<App, "settings">,
  { id, version, clientSecret }: { id: string; version: number; clientSecret: string | null },
): Promise<SealedCredential> {
  const ring = await keyRing(settings.encryptionKeys);
  if (clientSecret !== null) return { ...sealSecret(ring, placeOf(id, version), clientSecret), publicJwk: null };
  const pair = await generateKeyPair(keyAlgorithm, { extractable: true });
  const { kty = "", n = "", e = "" } = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint({ kty, n, e });
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  const publicJwk = { kty, n, e, kid, alg: keyAlgorithm, use: "sig" };
  return { ...sealSecret(ring, placeOf(id, version), privateJwk), publicJwk };
}

/**
 * The client secret, or the private key as a JWK. For `open-provider.ts`, and to compare it with the settings. @throws
 * SealError
 */
export const openCredential = async ({ settings }: Pick<App, "settings">, row: ProviderRow): Promise<string> =>
  openSecret(await keyRing(settings.encryptionKeys), placeOf(row.id, row.version), row);
