import type { App } from "../../ground/app.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { openSecret } from "../../ground/sealing/open-secret.ts";
import type { SealContext, Sealed } from "../../ground/sealing/seal-context.ts";
import { sealSecret } from "../../ground/sealing/seal-secret.ts";
import type { ExportRow } from "../../ground/store/tables/exports.ts";

/** `secrets/queries/rekey.ts` names the same place. */
const placeOf = (id: string, version: number): SealContext => ({
  projectId: "installation",
  environment: "production",
  secretId: id,
  name: "export",
  version,
});

/** Seals the value of the Authorization header. */
export const sealAuthorization = async (
  { settings }: Pick<App, "settings">,
  { id, version }: Pick<ExportRow, "id" | "version">,
  value: string,
): Promise<Sealed> => sealSecret(await keyRing(settings.encryptionKeys), placeOf(id, version), value);

/** The value of the Authorization header, for `post-batch.ts` alone; null when there is none. @throws SealError */
export async function openAuthorization({ settings }: Pick<App, "settings">, row: ExportRow): Promise<string | null> {
  const { id, version, keyId, wrappedKey, ciphertext } = row;
  if (keyId === null || wrappedKey === null || ciphertext === null) return null;
  const ring = await keyRing(settings.encryptionKeys);
  return openSecret(ring, placeOf(id, version), { keyId, wrappedKey, ciphertext });
}
