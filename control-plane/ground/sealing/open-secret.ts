import { decrypt } from "./aead.ts";
import type { KeyRing } from "./key-ring.ts";
import { valueContext, type SealContext, type Sealed } from "./seal-context.ts";
import { SealError } from "./seal-error.ts";
import { unwrapKey } from "./unwrap-key.ts";

/**
 * The only place that opens a value: for a worker through `internal/serve-secrets.ts`, and for masking through
 * `known-values.ts`.
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
