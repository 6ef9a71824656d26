import { ownJson } from "../../frame-json.ts";
import { isArray } from "../../primordials.ts";
import { request } from "../../requests.ts";
import { keyOf, openKey, type CryptoKey, type KeyFacts, type KeyFormat } from "./crypto-key.ts";
import { DOMException } from "../dom-exception.ts";
import { defineInterfaces, needToken, platformToken } from "../interface.ts";
import { KeyBlobs } from "./key-blobs.ts";

type Algorithm = string | ({ name: string } & Record<string, unknown>);

interface Result {
  value: unknown;
  bytes: Uint8Array;
}
interface NewKey extends KeyFacts {
  format: KeyFormat;
  bytes: [number, number];
  publicExponent?: number[];
}

const run = (op: string, argument: Record<string, unknown>, blobs: KeyBlobs): Promise<Result> =>
  request("subtle", ownJson({ op, ...argument }), blobs.joined()).answer;

const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;

function checkUsage(key: unknown, usage: string): void {
  if (!openKey(key).facts.usages.includes(usage)) {
    throw new DOMException(`The key may not be used for ${usage}.`, "InvalidAccessError");
  }
}

function checkExtractable(key: unknown): void {
  if (!openKey(key).facts.extractable) throw new DOMException("The key may not be exported.", "InvalidAccessError");
}

async function onKey(op: string, algorithm: Algorithm, key: unknown, data: unknown[], more: object = {}) {
  const blobs = new KeyBlobs();
  const argument = {
    algorithm: blobs.algorithm(algorithm),
    key: blobs.key(key),
    data: data.map((part) => blobs.add(part)),
    ...more,
  };
  checkUsage(key, op);
  return run(op, argument, blobs);
}

function usagesOf(usages: unknown): string[] {
  if (!isArray(usages)) throw new TypeError("keyUsages must be a sequence.");
  return usages.map(String);
}

function newKey(made: NewKey, bytes: Uint8Array): CryptoKey {
  const { type, extractable, usages, format, algorithm, publicExponent } = made;
  const shown =
    publicExponent === undefined ? algorithm : { ...algorithm, publicExponent: new Uint8Array(publicExponent) };
  return keyOf(
    { type, extractable, usages, algorithm: shown },
    { format, bytes: bytes.slice(made.bytes[0], made.bytes[1]), algorithm },
  );
}

const hashBlockBits: Record<string, number> = { "SHA-1": 512, "SHA-256": 512, "SHA-384": 1_024, "SHA-512": 1_024 };

/** How many bits a derived key needs. Null: all of them. */
function bitsFor(given: Algorithm): number | null {
  const { name, length, hash } = typeof given === "string" ? { name: given } : (given as Record<string, unknown>);
  const kind = String(name).toUpperCase();
  if (kind.startsWith("AES-")) return Number(length);
  if (kind !== "HMAC") return null;
  if (length !== undefined) return Number(length);
  const hashName = typeof hash === "object" && hash !== null ? (hash as { name?: unknown }).name : hash;
  return hashBlockBits[String(hashName).toUpperCase()] ?? 512;
}

async function derive(algorithm: Algorithm, key: unknown, length: number | null): Promise<ArrayBuffer> {
  const blobs = new KeyBlobs();
  const argument = { algorithm: blobs.algorithm(algorithm), key: blobs.key(key, ["deriveBits"]), length, data: [] };
  return bufferOf((await run("deriveBits", argument, blobs)).bytes);
}

/** https://w3c.github.io/webcrypto/#subtlecrypto-interface. The executor does the work, outside the isolate. */
export class SubtleCrypto {
  #genuine = true;
  constructor(...args: unknown[]) {
    needToken(args);
  }
  async digest(algorithm: Algorithm, data: unknown): Promise<ArrayBuffer> {
    void this.#genuine;
    const blobs = new KeyBlobs();
    const argument = { algorithm: blobs.algorithm(algorithm), data: [blobs.add(data)] };
    return bufferOf((await run("digest", argument, blobs)).bytes);
  }
  async sign(algorithm: Algorithm, key: unknown, data: unknown): Promise<ArrayBuffer> {
    void this.#genuine;
    return bufferOf((await onKey("sign", algorithm, key, [data])).bytes);
  }
  async verify(algorithm: Algorithm, key: unknown, signature: unknown, data: unknown): Promise<boolean> {
    void this.#genuine;
    return (await onKey("verify", algorithm, key, [signature, data])).value === true;
  }
  async encrypt(algorithm: Algorithm, key: unknown, data: unknown): Promise<ArrayBuffer> {
    void this.#genuine;
    return bufferOf((await onKey("encrypt", algorithm, key, [data])).bytes);
  }
  async decrypt(algorithm: Algorithm, key: unknown, data: unknown): Promise<ArrayBuffer> {
    void this.#genuine;
    return bufferOf((await onKey("decrypt", algorithm, key, [data])).bytes);
  }
  async deriveBits(algorithm: Algorithm, key: unknown, length: number | null = null): Promise<ArrayBuffer> {
    void this.#genuine;
    checkUsage(key, "deriveBits");
    return derive(algorithm, key, length);
  }
  async deriveKey(
    algorithm: Algorithm,
    key: unknown,
    derived: Algorithm,
    extractable: boolean,
    usages: string[],
  ): Promise<CryptoKey> {
    void this.#genuine;
    checkUsage(key, "deriveKey");
    const bits = await derive(algorithm, key, bitsFor(derived));
    return importBytes("raw", bits, derived, extractable, usages);
  }
  async importKey(
    format: KeyFormat,
    data: unknown,
    algorithm: Algorithm,
    extractable: boolean,
    usages: string[],
  ): Promise<CryptoKey> {
    void this.#genuine;
    return importBytes(format, data, algorithm, extractable, usages);
  }
  async exportKey(format: KeyFormat, key: unknown): Promise<unknown> {
    void this.#genuine;
    checkExtractable(key);
    return exported(format, key);
  }
  async generateKey(algorithm: Algorithm, extractable: boolean, usages: string[]): Promise<unknown> {
    void this.#genuine;
    const blobs = new KeyBlobs();
    const argument = {
      algorithm: blobs.algorithm(algorithm),
      extractable: Boolean(extractable),
      usages: usagesOf(usages),
      data: [],
    };
    const { value, bytes } = await run("generateKey", argument, blobs);
    const made = value as { keys: NewKey[] };
    const keys = made.keys.map((key) => newKey(key, bytes));
    return keys.length === 1 ? keys[0] : { publicKey: keys[0], privateKey: keys[1] };
  }
  async wrapKey(format: KeyFormat, key: unknown, wrapping: unknown, algorithm: Algorithm): Promise<ArrayBuffer> {
    void this.#genuine;
    checkUsage(wrapping, "wrapKey");
    checkExtractable(key);
    const blobs = new KeyBlobs();
    const argument = {
      format,
      algorithm: blobs.algorithm(algorithm),
      key: blobs.key(key),
      wrapping: blobs.key(wrapping),
      data: [],
    };
    return bufferOf((await run("wrapKey", argument, blobs)).bytes);
  }
  async unwrapKey(
    format: KeyFormat,
    wrapped: unknown,
    unwrapping: unknown,
    algorithm: Algorithm,
    unwrapped: Algorithm,
    extractable: boolean,
    usages: string[],
  ): Promise<CryptoKey> {
    void this.#genuine;
    checkUsage(unwrapping, "unwrapKey");
    const blobs = new KeyBlobs();
    const argument = {
      format,
      algorithm: blobs.algorithm(algorithm),
      unwrapped: blobs.algorithm(unwrapped),
      wrapping: blobs.key(unwrapping),
      extractable: Boolean(extractable),
      usages: usagesOf(usages),
      data: [blobs.add(wrapped)],
    };
    const { value, bytes } = await run("unwrapKey", argument, blobs);
    return newKey(value as NewKey, bytes);
  }
}
defineInterfaces({ SubtleCrypto });

async function importBytes(
  format: KeyFormat,
  data: unknown,
  algorithm: Algorithm,
  extractable: boolean,
  usages: string[],
): Promise<CryptoKey> {
  const blobs = new KeyBlobs();
  const argument = {
    format,
    algorithm: blobs.algorithm(algorithm),
    extractable: Boolean(extractable),
    usages: usagesOf(usages),
    data: format === "jwk" ? [] : [blobs.add(data)],
    jwk: format === "jwk" ? blobs.jwk(data) : undefined,
  };
  const { value, bytes } = await run("importKey", argument, blobs);
  return newKey(value as NewKey, bytes);
}

async function exported(format: KeyFormat, key: unknown): Promise<unknown> {
  const { facts, material } = openKey(key);
  if (format === "raw" && facts.type === "secret") return bufferOf(material.bytes);
  const blobs = new KeyBlobs();
  const { value, bytes } = await run("exportKey", { format, key: blobs.key(key), data: [] }, blobs);
  return format === "jwk" ? value : bufferOf(bytes);
}

export const subtle = new SubtleCrypto(platformToken);
