/** `crypto`: the sandbox's part of the Web Cryptography API (https://w3c.github.io/webcrypto). */

type KeyUsage = "encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey";
type KeyFormat = "raw" | "spki" | "pkcs8" | "jwk";
type AlgorithmIdentifier = string | { name: string; [parameter: string]: unknown };

interface JsonWebKey {
  kty?: string;
  alg?: string;
  ext?: boolean;
  key_ops?: string[];
  use?: string;
  crv?: string;
  d?: string;
  dp?: string;
  dq?: string;
  e?: string;
  k?: string;
  n?: string;
  p?: string;
  q?: string;
  qi?: string;
  x?: string;
  y?: string;
}
interface CryptoKey {
  readonly algorithm: { readonly name: string; readonly [parameter: string]: unknown };
  readonly extractable: boolean;
  readonly type: "private" | "public" | "secret";
  readonly usages: KeyUsage[];
}
declare const CryptoKey: { prototype: CryptoKey };
interface CryptoKeyPair {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}
interface SubtleCrypto {
  digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer>;
  encrypt(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  decrypt(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  sign(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  verify(algorithm: AlgorithmIdentifier, key: CryptoKey, signature: BufferSource, data: BufferSource): Promise<boolean>;
  deriveBits(algorithm: AlgorithmIdentifier, key: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
  deriveKey(
    algorithm: AlgorithmIdentifier,
    key: CryptoKey,
    derived: AlgorithmIdentifier,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  wrapKey(format: KeyFormat, key: CryptoKey, wrapping: CryptoKey, algorithm: AlgorithmIdentifier): Promise<ArrayBuffer>;
  unwrapKey(
    format: KeyFormat,
    wrapped: BufferSource,
    unwrapping: CryptoKey,
    algorithm: AlgorithmIdentifier,
    unwrapped: AlgorithmIdentifier,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  generateKey(
    algorithm: AlgorithmIdentifier,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey | CryptoKeyPair>;
  importKey(
    format: "jwk",
    key: JsonWebKey,
    algorithm: AlgorithmIdentifier,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  importKey(
    format: Exclude<KeyFormat, "jwk">,
    key: BufferSource,
    algorithm: AlgorithmIdentifier,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  exportKey(format: "jwk", key: CryptoKey): Promise<JsonWebKey>;
  exportKey(format: Exclude<KeyFormat, "jwk">, key: CryptoKey): Promise<ArrayBuffer>;
}
declare const SubtleCrypto: { prototype: SubtleCrypto };
interface Crypto {
  readonly subtle: SubtleCrypto;
  getRandomValues<Bytes extends Exclude<BufferSource, ArrayBuffer>>(array: Bytes): Bytes;
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
}
declare const Crypto: { prototype: Crypto };
declare const crypto: Crypto;
