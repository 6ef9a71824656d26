import { host } from "../../host.ts";
import { getOwnPropertyDescriptor, getPrototypeOf, uncurry } from "../../primordials.ts";
import { DOMException } from "../dom-exception.ts";
import { defineInterfaces, needToken, platformToken } from "../interface.ts";
import { subtle, type SubtleCrypto } from "./subtle.ts";

const poolBytes = 4_096;
const most = 65_536;
let pool = new Uint8Array(0);
let used = 0;

/** We fetch random bytes in blocks, because each crossing into the executor costs about 50 µs. */
function randomInto(target: Uint8Array): void {
  if (target.byteLength > poolBytes / 4) {
    target.set(host().random(target.byteLength));
    return;
  }
  if (used + target.byteLength > pool.byteLength) {
    pool = host().random(poolBytes) as Uint8Array<ArrayBuffer>;
    used = 0;
  }
  target.set(pool.subarray(used, used + target.byteLength));
  pool.fill(0, used, used + target.byteLength);
  used += target.byteLength;
}

const integers = /^(?:Big)?(?:Ui|I)nt(?:8|16|32|64)(?:Clamped)?Array$/;
const arrayName = uncurry(
  getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype) as object, Symbol.toStringTag)!.get!,
) as unknown as (value: unknown) => string | undefined;

/** https://w3c.github.io/webcrypto/#crypto-interface */
export class Crypto {
  #genuine = true;
  constructor(...args: unknown[]) {
    needToken(args);
  }
  get subtle(): SubtleCrypto {
    void this.#genuine;
    return subtle;
  }
  getRandomValues<T extends ArrayBufferView>(array: T): T {
    void this.#genuine;
    const name = arrayName(array);
    if (name === undefined && !ArrayBuffer.isView(array)) throw new TypeError("Expected a typed array.");
    if (name === undefined || !integers.test(name)) {
      throw new DOMException("Only arrays of integers can be filled.", "TypeMismatchError");
    }
    if (array.byteLength > most) throw new DOMException(`At most ${most} bytes at a time.`, "QuotaExceededError");
    randomInto(new Uint8Array(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength));
    return array;
  }
  randomUUID(): string {
    void this.#genuine;
    const bytes = new Uint8Array(16);
    randomInto(bytes);
    bytes[6] = (bytes[6]! & 15) | 64;
    bytes[8] = (bytes[8]! & 63) | 128;
    let text = "";
    for (let i = 0; i < 16; i++) {
      if (i === 4 || i === 6 || i === 8 || i === 10) text += "-";
      text += (bytes[i]! >> 4).toString(16) + (bytes[i]! & 15).toString(16);
    }
    return text;
  }
}
defineInterfaces({ Crypto });

export const crypto = new Crypto(platformToken);
