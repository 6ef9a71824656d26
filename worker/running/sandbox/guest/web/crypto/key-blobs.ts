import { limits } from "../../limits.ts";
import { jsonStringify, viewByteLength } from "../../primordials.ts";
import { bytesIn, joined } from "../bytes.ts";
import { isCryptoKey, openKey } from "./crypto-key.ts";
import { DOMException } from "../dom-exception.ts";

const tooLarge = (what: string, bytes: number) =>
  new DOMException(`${what} may have at most ${bytes} bytes here.`, "QuotaExceededError");

/** Collects the bytes of one cryptographic operation in one blob. The operation's JSON names places in the blob. */
export class KeyBlobs {
  readonly #parts: Uint8Array[] = [];
  #at = 0;

  /** Concatenates all parts into a copy, which later changes by the caller do not affect. */
  joined(): Uint8Array {
    return joined(this.#parts);
  }
  add(data: unknown): { $bytes: [number, number] } {
    const bytes = bytesIn(data);
    if (bytes === undefined) throw new TypeError("Expected an ArrayBuffer or a view of one.");
    if (viewByteLength(bytes) > limits.cryptoBytes) throw tooLarge("The data", limits.cryptoBytes);
    const copy = bytes.slice();
    this.#parts.push(copy);
    this.#at += copy.byteLength;
    return { $bytes: [this.#at - copy.byteLength, this.#at] };
  }
  /** A key given as an object, as JSON. */
  jwk(data: unknown): string | undefined {
    const json = jsonStringify(data);
    if (json !== undefined && json.length > limits.keyChars) throw tooLarge("A key as JSON", limits.keyChars);
    return json;
  }
  algorithm(given: unknown): Record<string, unknown> {
    if (typeof given === "string") return { name: given };
    if (typeof given !== "object" || given === null) throw new TypeError("An algorithm is a name or an object.");
    const plain: Record<string, unknown> = {};
    for (const key in given) {
      const value = (given as Record<string, unknown>)[key];
      if (bytesIn(value) !== undefined) plain[key] = this.add(value);
      else if (typeof value === "string" || typeof value === "number") plain[key] = value;
      else if (isCryptoKey(value)) plain[key] = this.key(value);
      else if (typeof value === "object" && value !== null && typeof (value as { name?: unknown }).name === "string") {
        plain[key] = { name: (value as { name: string }).name };
      }
    }
    if (typeof plain["name"] !== "string") throw new TypeError("An algorithm has a name.");
    return plain;
  }
  /** `uses`: the key's intended uses here, if they differ from its own usages. */
  key(key: unknown, uses: readonly string[] | undefined = undefined): unknown {
    const { facts, material } = openKey(key);
    const { extractable, usages: own } = facts;
    const usages = uses ?? own;
    const { format, algorithm, bytes } = material;
    return { $key: { format, data: this.add(bytes), algorithm, extractable, usages } };
  }
}
