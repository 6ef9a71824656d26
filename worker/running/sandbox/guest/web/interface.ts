import { defineProperty, getOwnPropertyDescriptor, ownKeys, reflectApply, TypeErrorCtor } from "../primordials.ts";

type Callable = (this: unknown, ...args: unknown[]) => unknown;
const AsyncFunction = (async () => undefined).constructor;

const tooFew = (name: string, needed: number) =>
  new TypeErrorCtor(`${name} needs ${needed} argument${needed === 1 ? "" : "s"}.`);

/** Throws when a constructor or function gets too few arguments. */
export function needArguments(name: string, given: { length: number }, needed: number): void {
  if (given.length < needed) throw tooFew(name, needed);
}

/**
 * Wraps a method so that it throws when it gets fewer arguments than its `length`. Its name and length stay the same.
 */
function counting(name: string, method: Callable): Callable {
  const { length } = method;
  if (length === 0) return method;
  const checked =
    method instanceof AsyncFunction
      ? {
          async [name](this: unknown, ...args: unknown[]) {
            if (args.length < length) throw tooFew(name, length);
            return reflectApply(method, this, args);
          },
        }[name]!
      : {
          [name](this: unknown, ...args: unknown[]) {
            if (args.length < length) throw tooFew(name, length);
            return reflectApply(method, this, args);
          },
        }[name]!;
  defineProperty(checked, "length", { value: length, configurable: true });
  return checked;
}

function expose(holder: object, isOwn: (key: string) => boolean): void {
  for (const key of ownKeys(holder)) {
    if (typeof key !== "string" || !isOwn(key)) continue;
    const found = getOwnPropertyDescriptor(holder, key)!;
    const value = found.value as unknown;
    if (typeof value === "function") found.value = counting(key, value as Callable);
    defineProperty(holder, key, { ...found, enumerable: true });
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- any class will do
type Class = abstract new (...args: any[]) => object;

/**
 * Gives classes the shape that Web IDL requires of interfaces (https://webidl.spec.whatwg.org/#js-interfaces). Members
 * are enumerable and count their arguments. Class and prototype have the interface's name, because the bundle shortens
 * its own.
 */
export function defineInterfaces(classes: Record<string, Class>): void {
  for (const [name, one] of Object.entries(classes)) {
    defineProperty(one, "name", { value: name, configurable: true });
    const prototype = one.prototype as object;
    expose(prototype, (key) => key !== "constructor");
    expose(one, (key) => key !== "prototype" && key !== "length" && key !== "name");
    defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
}

/** Defines constants on an interface and its prototype, where they cannot be changed. */
export function defineConstants(one: Class, constants: Record<string, number>): void {
  for (const [name, value] of Object.entries(constants)) {
    for (const holder of [one, one.prototype as object]) defineProperty(holder, name, { value, enumerable: true });
  }
}

/** The token that `new` requires for a class whose objects only the platform makes. */
export const platformToken: unique symbol = Symbol("platform");
export function needToken(args: ArrayLike<unknown>): void {
  if (args[0] !== platformToken) throw new TypeErrorCtor("Illegal constructor");
}
