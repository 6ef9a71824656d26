/**
 * Why a sealed value cannot be opened. `unknown-key`: its key is not in ENCRYPTION_KEYS; `damaged`: the stored bytes
 * are not the ones that were sealed. The message names the key's id, never a value.
 */
export class SealError extends Error {
  override name = "SealError";
  readonly reason: "unknown-key" | "damaged";

  constructor(reason: SealError["reason"], keyId: string, cause?: unknown) {
    super(
      reason === "unknown-key"
        ? `Sealed under the encryption key ${keyId}, which ENCRYPTION_KEYS does not have.`
        : `This value was not sealed here under the encryption key ${keyId}: it was altered, or moved from elsewhere.`,
      { cause },
    );
    this.reason = reason;
  }
}
