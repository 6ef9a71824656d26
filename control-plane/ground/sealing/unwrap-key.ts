import { decrypt, encrypt } from "./aead.ts";
import type { KeyRing } from "./key-ring.ts";
import { keyContext, type SealContext, type Sealed } from "./seal-context.ts";
import { SealError } from "./seal-error.ts";

type Wrapped = Pick<Sealed, "keyId" | "wrappedKey">;

/** The data key of a version. @throws SealError */
export function unwrapKey(ring: KeyRing, context: SealContext, { keyId, wrappedKey }: Wrapped): Buffer {
  const key = ring.find(keyId);
  if (!key) throw new SealError("unknown-key", keyId);
  try {
    return decrypt(key.wrapping, wrappedKey, keyContext(context, keyId));
  } catch (cause) {
    throw new SealError("damaged", keyId, cause);
  }
}

/** Rewraps the data key under the ring's first key without opening the value. @throws SealError */
export function rewrapKey(ring: KeyRing, context: SealContext, wrapped: Wrapped): Wrapped {
  const dataKey = unwrapKey(ring, context, wrapped);
  try {
    const { id, wrapping } = ring.first;
    return { keyId: id, wrappedKey: encrypt(wrapping, dataKey, keyContext(context, id)) };
  } finally {
    dataKey.fill(0);
  }
}
