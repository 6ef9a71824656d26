/** A sealed value with the id of its key and its wrapped data key, as columns of a row. */
export interface Sealed {
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
}
