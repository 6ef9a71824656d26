/** What a value is sealed under, in the columns of its row. */
export interface Sealed {
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
}
