/**
 * The built-ins that the prelude relies on, saved before a Function can replace them. A Function may change its own
 * globals, but that must not change the platform's reports about it.
 */
export const { parse: jsonParse, stringify: jsonStringify } = JSON;
export const { apply: reflectApply, ownKeys } = Reflect;
export const { freeze, isFrozen, create: objectCreate, getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { defineProperty: define, setPrototypeOf } = Object;
/** `Object.defineProperty` with a fresh descriptor, which must not inherit a `get`. */
export const defineProperty = (target: object, key: PropertyKey, descriptor: PropertyDescriptor): void =>
  void define(target, key, setPrototypeOf(descriptor, null) as PropertyDescriptor);
export const { isArray } = Array;
export const { isInteger } = Number;
export const { min, max, floor, random } = Math;
export const { load: atomicLoad, compareExchange: atomicExchange } = Atomics;
export const Int32ArrayCtor = Int32Array;
export const now = Date.now;
export const PromiseCtor = Promise;
export const MapCtor = Map;
export const ErrorCtor = Error;
export const TypeErrorCtor = TypeError;
export const RangeErrorCtor = RangeError;
export const StringOf = String;
export const NumberOf = Number;
export const Uint8ArrayCtor = Uint8Array;

type Method<This, Args extends unknown[], Result> = (self: This, ...args: Args) => Result;

const { bind, call } = Function.prototype;
/** Turns a method into a function of its receiver, which later changes of the prototype do not affect. */
export function uncurry<This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
): Method<This, Args, Result> {
  return bind.call(call, method) as unknown as Method<This, Args, Result>;
}

export const promiseThen = uncurry(Promise.prototype.then) as <T, R>(
  self: Promise<T>,
  done: (value: T) => R,
  failed: (error: unknown) => R,
) => Promise<R>;
export const promiseResolve: <T>(value: T | PromiseLike<T>) => Promise<T> = bind.call(
  Promise.resolve,
  Promise,
) as typeof promiseResolve;
export const functionText = uncurry(Function.prototype.toString) as (self: unknown) => string;
export const stringSlice = uncurry(String.prototype.slice);
export const stringIndexOf = uncurry(String.prototype.indexOf);
export const mapGet = uncurry(Map.prototype.get) as <K, V>(self: Map<K, V>, key: K) => V | undefined;
export const mapSet = uncurry(Map.prototype.set) as <K, V>(self: Map<K, V>, key: K, value: V) => Map<K, V>;
export const mapDelete = uncurry(Map.prototype.delete) as <K, V>(self: Map<K, V>, key: K) => boolean;
export const mapClear = uncurry(Map.prototype.clear) as <K, V>(self: Map<K, V>) => void;
export const mapSize = uncurry(getOwnPropertyDescriptor(Map.prototype, "size")!.get!) as unknown as (
  self: Map<unknown, unknown>,
) => number;
export const mapForEach = uncurry(Map.prototype.forEach) as <K, V>(
  self: Map<K, V>,
  each: (value: V, key: K) => void,
) => void;
/** The length of a typed array, whatever its prototype claims. */
export const viewByteLength = uncurry(
  getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype) as object, "byteLength")!.get!,
) as unknown as (self: ArrayBufferView) => number;
export const copyBytes = uncurry(Uint8Array.prototype.slice) as (self: Uint8Array) => Uint8Array<ArrayBuffer>;
const isInstance = uncurry(Function.prototype[Symbol.hasInstance] as (this: unknown, value: unknown) => boolean);
/** `instanceof Error`, whatever `Error` claims. */
export const isError = (value: unknown): value is Error => isInstance(ErrorCtor, value);
export const regExec = uncurry(RegExp.prototype.exec);
export const objectPrototype = Object.prototype;
export const arrayPrototype = Array.prototype;
export const setIncludes = uncurry(Set.prototype.has) as (self: Set<unknown>, value: unknown) => boolean;

/** The name of a typed array's kind, whatever its prototype claims. Undefined for anything else. */
export const viewKind = uncurry(
  getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype) as object, Symbol.toStringTag)!.get!,
) as unknown as (self: unknown) => string | undefined;
/** Whether a value is a Uint8Array, whatever its prototype claims. */
export const isBytes = (value: unknown): value is Uint8Array => viewKind(value) === "Uint8Array";
const toIso = uncurry(Date.prototype.toISOString);
export const dateTime = uncurry(Date.prototype.getTime);
/** Whether a value is a Date, valid or not. */
export const isDate = (value: unknown): value is Date => {
  try {
    dateTime(value as Date);
    return true;
  } catch {
    return false;
  }
};
/** A Date in ISO 8601. Undefined for anything else, and for an invalid date. */
export const isoOf = (value: unknown): string | undefined => {
  try {
    return toIso(value as Date);
  } catch {
    return undefined;
  }
};
