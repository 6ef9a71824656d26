/**
 * Why something sealed cannot be opened. `unknown-key`: it was sealed under a key that ENCRYPTION_KEYS does not have;
 * `damaged`: what is stored is not what was sealed there. The message names the key's id, never a value.
 */
export class SealError extends Error {
  override name = "SealError";
  readonly reason: "unknown-key" | "damaged";

  constructor(reason: SealError["reason"], keyId: string, cause?: unknown) {
    super(
      reason === "unknown-key"
        ? `Sealed under the encryption key ${keyId}, which ENCRYPTION_KEYS does not have.`
        : `Not what was sealed here under the encryption key ${keyId}: altered, or moved from elsewhere.`,
      { cause },
    );
    this.reason = reason;
  }
}
