import { freeze, TypeErrorCtor } from "../../primordials.ts";
import { defineInterfaces, needToken, platformToken } from "../interface.ts";

export type KeyFormat = "raw" | "pkcs8" | "spki" | "jwk";

export interface KeyFacts {
  type: "secret" | "public" | "private";
  extractable: boolean;
  algorithm: Record<string, unknown>;
  usages: string[];
}

export interface KeyMaterial {
  format: KeyFormat;
  bytes: Uint8Array;
  /** The executor uses it to import the key again for each operation. */
  algorithm: unknown;
}

/** https://w3c.github.io/webcrypto/#cryptokey-interface. Its material leaves only through exportKey. */
export class CryptoKey {
  readonly #facts: KeyFacts;
  readonly #material: KeyMaterial;
  readonly #algorithm: object;
  readonly #usages: readonly string[];
  constructor(...args: unknown[]) {
    needToken(args);
    this.#facts = args[1] as KeyFacts;
    this.#material = args[2] as KeyMaterial;
    this.#algorithm = { ...this.#facts.algorithm };
    this.#usages = [...this.#facts.usages];
  }
  get type(): string {
    return this.#facts.type;
  }
  get extractable(): boolean {
    return this.#facts.extractable;
  }
  get algorithm(): object {
    return this.#algorithm;
  }
  get usages(): readonly string[] {
    return this.#usages;
  }
  static open(key: unknown): { facts: KeyFacts; material: KeyMaterial } {
    if (!isCryptoKey(key)) throw new TypeErrorCtor("Expected a CryptoKey.");
    return { facts: key.#facts, material: key.#material };
  }
  static is(key: unknown): key is CryptoKey {
    return typeof key === "object" && key !== null && #facts in key;
  }
}

const { open, is } = CryptoKey;
delete (CryptoKey as { open?: unknown }).open;
delete (CryptoKey as { is?: unknown }).is;
defineInterfaces({ CryptoKey });

export const openKey = open;
export const isCryptoKey = is;
export const keyOf = (facts: KeyFacts, material: KeyMaterial): CryptoKey =>
  new CryptoKey(platformToken, freeze(facts), freeze(material));
