import { decrypt } from "./aead.ts";
import type { KeyRing } from "./key-ring.ts";
import { valueContext, type SealContext, type Sealed } from "./seal-context.ts";
import { SealError } from "./seal-error.ts";
import { unwrapKey } from "./unwrap-key.ts";

/**
 * The one place where a value is opened: for a worker by `internal/serve-secrets.ts`, and by `known-values.ts` to be covered.
 * @throws SealError
 */
export function openSecret(ring: KeyRing, context: SealContext, sealed: Sealed): string {
  const dataKey = unwrapKey(ring, context, sealed);
  try {
    return decrypt(dataKey, sealed.ciphertext, valueContext(context)).toString();
  } catch (cause) {
    throw new SealError("damaged", sealed.keyId, cause);
  } finally {
    dataKey.fill(0);
  }
}
