import { defineInterfaces } from "../interface.ts";
import { definePairs, type Pairs } from "./pairs.ts";

const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const badValue = /[\0\r\n]|[^\0-\xff]/;

export type HeadersInit = Headers | Iterable<readonly string[]> | Record<string, string>;

function nameOf(name: unknown): string {
  const text = String(name);
  if (!namePattern.test(text)) throw new TypeError(`"${text.slice(0, 100)}" is not a header name.`);
  return text.toLowerCase();
}

function valueOf(value: unknown): string {
  const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  if (badValue.test(text)) throw new TypeError("A header value has characters that it must not have.");
  return text;
}

/** https://fetch.spec.whatwg.org/#headers-class. No name is forbidden, because there is no browser user to protect. */
export class Headers {
  #values = new Map<string, string[]>();
  #immutable = false;
  #sorted: [string, string][] | undefined;

  constructor(init: HeadersInit | undefined = undefined) {
    if (init === undefined) return;
    if (init === null || (typeof init !== "object" && typeof init !== "function"))
      throw new TypeError("Headers are made of an object or of pairs.");
    const iterate = (init as Iterable<unknown>)[Symbol.iterator];
    if (iterate !== undefined && iterate !== null) {
      for (const pair of init as Iterable<readonly string[]>) {
        if (typeof pair !== "object" || pair === null) throw new TypeError("A header is a pair of name and value.");
        const parts = [...pair];
        if (parts.length !== 2) throw new TypeError("A header is a pair of name and value.");
        this.append(parts[0]!, parts[1]!);
      }
      return;
    }
    const found = new Map<string, string>();
    for (const key of Reflect.ownKeys(init)) {
      if (Reflect.getOwnPropertyDescriptor(init, key)?.enumerable !== true) continue;
      if (typeof key === "symbol") throw new TypeError("A header name is a string.");
      nameOf(key);
      found.set(key, valueOf((init as Record<string, string>)[key]));
    }
    for (const [name, value] of found) this.append(name, value);
  }
  #change(): void {
    if (this.#immutable) throw new TypeError("These headers cannot be changed.");
    this.#sorted = undefined;
  }
  append(name: string, value: string): void {
    const key = nameOf(name);
    const text = valueOf(value);
    this.#change();
    const held = this.#values.get(key);
    if (held === undefined) this.#values.set(key, [text]);
    else held.push(text);
  }
  delete(name: string): void {
    const key = nameOf(name);
    this.#change();
    this.#values.delete(key);
  }
  get(name: string): string | null {
    return this.#values.get(nameOf(name))?.join(", ") ?? null;
  }
  getSetCookie(): string[] {
    return [...(this.#values.get("set-cookie") ?? [])];
  }
  has(name: string): boolean {
    return this.#values.has(nameOf(name));
  }
  set(name: string, value: string): void {
    const key = nameOf(name);
    const text = valueOf(value);
    this.#change();
    this.#values.set(key, [text]);
  }
  static pairsOf(headers: Headers): readonly [string, string][] {
    if (headers.#sorted !== undefined) return headers.#sorted;
    const pairs: [string, string][] = [];
    for (const name of [...headers.#values.keys()].sort()) {
      const values = headers.#values.get(name)!;
      if (name === "set-cookie") for (const value of values) pairs.push([name, value]);
      else pairs.push([name, values.join(", ")]);
    }
    return (headers.#sorted = pairs);
  }
  /** Makes headers immutable from now on. */
  static freeze(headers: Headers): Headers {
    headers.#immutable = true;
    return headers;
  }
}
export interface Headers extends Pairs<string> {}

const { pairsOf, freeze } = Headers;
delete (Headers as { pairsOf?: unknown }).pairsOf;
delete (Headers as { freeze?: unknown }).freeze;
export const headerPairs = pairsOf;
export const frozenHeaders = freeze;
definePairs("Headers", Headers, pairsOf);
defineInterfaces({ Headers });
