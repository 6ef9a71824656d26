import { hkdfSync, scrypt } from "node:crypto";
import { promisify } from "node:util";

/** One of ENCRYPTION_KEYS, with a key of its own for each purpose. */
export interface RingKey {
  /** Stored beside what it sealed; tells nothing of the key. */
  id: string;
  /** AES-256: wraps data keys. */
  wrapping: Buffer;
  /** HMAC-SHA-256: fingerprints of values. */
  fingerprints: Buffer;
}

export interface KeyRing {
  /** Seals whatever is sealed from now on. */
  first: RingKey;
  /** Every key opens what it sealed. */
  find: (id: string) => RingKey | undefined;
}

const stretch = promisify<string, string, number, object, Buffer>(scrypt);
/** 16 MiB and some 50 ms a key, once a process: the settings ask for random text, but cannot see whether it is. */
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
  return { first, find: (id) => byId.get(id) };
}

const made = new WeakMap<readonly string[], Promise<KeyRing>>();

/** The keys that ENCRYPTION_KEYS configures, derived once for each list of them. */
export function keyRing(encryptionKeys: readonly string[]): Promise<KeyRing> {
  const known = made.get(encryptionKeys) ?? makeRing(encryptionKeys);
  made.set(encryptionKeys, known);
  return known;
}
