import { defineProperty, getPrototypeOf, reflectApply } from "../../primordials.ts";
import { defineInterfaces } from "../interface.ts";

export interface Pairs<Value> {
  entries: () => IterableIterator<[string, Value]>;
  keys: () => IterableIterator<string>;
  values: () => IterableIterator<Value>;
  forEach: (each: (value: Value, key: string, self: unknown) => void, self?: unknown) => void;
  [Symbol.iterator]: () => IterableIterator<[string, Value]>;
}

const iteratorPrototype = getPrototypeOf(getPrototypeOf([][Symbol.iterator]()) as object) as object;

/**
 * Makes a class iterable by name and value (https://webidl.spec.whatwg.org/#js-iterable). Its iterators read the pairs
 * again at each step, so that they see changes.
 */
export function definePairs<Self extends object, Value>(
  name: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- any class will do
  one: abstract new (...args: any[]) => Self,
  pairsOf: (self: Self) => readonly (readonly [string, Value])[],
): void {
  class PairIterator {
    readonly #self: Self;
    readonly #pick: (pair: readonly [string, Value]) => unknown;
    #at = 0;
    constructor(self: Self, pick: (pair: readonly [string, Value]) => unknown) {
      pairsOf(self);
      this.#self = self;
      this.#pick = pick;
    }
    next(): { value: unknown; done: boolean } {
      const pair = pairsOf(this.#self)[this.#at];
      if (pair === undefined) return { value: undefined, done: true };
      this.#at += 1;
      return { value: this.#pick(pair), done: false };
    }
  }
  defineInterfaces({ PairIterator });
  const prototype = PairIterator.prototype as object;
  delete (prototype as { constructor?: unknown }).constructor;
  Object.setPrototypeOf(prototype, iteratorPrototype);
  defineProperty(prototype, Symbol.toStringTag, { value: `${name} Iterator`, configurable: true });

  const methods = {
    entries(this: Self) {
      return new PairIterator(this, ([name, value]) => [name, value]);
    },
    keys(this: Self) {
      return new PairIterator(this, ([name]) => name);
    },
    values(this: Self) {
      return new PairIterator(this, ([, value]) => value);
    },
    forEach(this: Self, callback: (value: Value, key: string, self: unknown) => void, self: unknown = undefined) {
      if (typeof callback !== "function") throw new TypeError("The callback must be a function.");
      for (let at = 0; ; at++) {
        const pair = pairsOf(this)[at];
        if (pair === undefined) return;
        reflectApply(callback as never, self, [pair[1], pair[0], this]);
      }
    },
  };
  for (const [name, value] of Object.entries(methods)) {
    defineProperty(one.prototype as object, name, { value, writable: true, configurable: true });
  }
  const { entries } = methods;
  defineProperty(one.prototype as object, Symbol.iterator, { value: entries, writable: true, configurable: true });
}
