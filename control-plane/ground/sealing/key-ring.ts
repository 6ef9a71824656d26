import { hkdfSync, scrypt } from "node:crypto";
import { promisify } from "node:util";

/** One of ENCRYPTION_KEYS, with a derived key for each purpose. */
export interface RingKey {
  /** Stored beside everything that the key seals; reveals nothing about the key. */
  id: string;
  /** An AES-256 key that wraps data keys. */
  wrapping: Buffer;
  /** HMAC-SHA-256; fingerprints values. */
  fingerprints: Buffer;
}

export interface KeyRing {
  /** The key that seals everything from now on. */
  first: RingKey;
  /** The ids of all keys, that of the first key first. */
  ids: readonly string[];
  /** Finds the key that sealed something, to open it. */
  find: (id: string) => RingKey | undefined;
}

const stretch = promisify<string, string, number, object, Buffer>(scrypt);
/**
 * 16 MiB and some 50 ms per key, once per process. The settings ask for random text, but nothing can verify that it is
 * random.
 */
const cost = { N: 16_384, r: 8, p: 1 };

async function ringKey(text: string): Promise<RingKey> {
  const root = await stretch(text, "ferrule.encryption-keys.1", 32, cost);
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", root, "", `ferrule.${purpose}`, bytes));
  return {
    id: `k_${derive("key-id", 8).toString("hex")}`,
    wrapping: derive("secrets.wrap", 32),
    fingerprints: derive("secrets.fingerprint", 32),
  };
}

async function makeRing(texts: readonly string[]): Promise<KeyRing> {
  const keys = await Promise.all(texts.map(ringKey));
  const [first] = keys;
  if (first === undefined) throw new Error("ENCRYPTION_KEYS must name a key.");
  const byId = new Map(keys.map((key) => [key.id, key]));
  return { first, ids: [...byId.keys()], find: (id) => byId.get(id) };
}

const made = new WeakMap<readonly string[], Promise<KeyRing>>();

/** The keys configured by ENCRYPTION_KEYS, derived once per list. */
export function keyRing(encryptionKeys: readonly string[]): Promise<KeyRing> {
  const known = made.get(encryptionKeys) ?? makeRing(encryptionKeys);
  made.set(encryptionKeys, known);
  return known;
}
