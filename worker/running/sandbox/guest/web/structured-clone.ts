import {
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  mapGet,
  mapSet,
  MapCtor,
  objectPrototype,
  ownKeys,
  setIncludes,
} from "../primordials.ts";
import { blobBytes, File, Blob, isBlob, isFile } from "./blob.ts";
import { bufferLength, bufferSlice, bufferTransfer, cloneKinds, isDetached, type CloneKind } from "./clone-kinds.ts";
import { isCryptoKey, keyOf, openKey } from "./crypto/crypto-key.ts";
import { DOMException, isDOMException } from "./dom-exception.ts";
import { needArguments } from "./interface.ts";

const bufferPrototype = ArrayBuffer.prototype;
const refused = (what: string) => new DOMException(`${what} could not be cloned.`, "DataCloneError");

/** Prototypes of recognizable objects that can be neither cloned nor transferred. */
const uncloneable = new Set<unknown>([Promise, WeakMap, WeakSet, Function].map((one) => one.prototype));
/** Registers platform classes whose objects cannot be cloned. */
export function refuseClones(...classes: { prototype: object }[]): void {
  for (const one of classes) uncloneable.add(one.prototype);
}

/** Transfers one kind of object: returns its replacement, or undefined for an object of another kind. */
type Transfer = (value: object) => object | undefined;
const transfers: Transfer[] = [];
export function addTransfer(transfer: Transfer): void {
  transfers.push(transfer);
}

function platformClone(value: object): object | undefined {
  if (isFile(value)) {
    const { name, type, lastModified } = value;
    return new File([value], name, { type, lastModified });
  }
  if (isBlob(value)) return new Blob([blobBytes(value)], { type: value.type });
  if (isCryptoKey(value)) {
    const { facts, material } = openKey(value);
    return keyOf(facts, material);
  }
  return isDOMException(value) ? new DOMException(value.message, value.name) : undefined;
}

function isBuffer(value: unknown): value is ArrayBuffer {
  try {
    bufferLength(value);
    return true;
  } catch {
    return false;
  }
}

/** The clone of an object of a built-in kind. Undefined when it only looks like one. */
function builtIn(kind: CloneKind, value: object) {
  try {
    return kind(value as never) as ReturnType<CloneKind> & {
      buffer?: ArrayBuffer;
      make?: (buffer: ArrayBuffer) => object;
    };
  } catch {
    return undefined;
  }
}

function cloner(memory: Map<object, object>) {
  const copy = (value: unknown): unknown => {
    if (typeof value === "symbol") throw refused("A symbol");
    if (typeof value === "function") throw refused("A function");
    if (typeof value !== "object" || value === null) return value;
    const known = mapGet(memory, value);
    if (known !== undefined) return known;
    if (isArray(value)) return fields(value, new Array<unknown>(value.length));
    const prototype = getPrototypeOf(value) as object | null;
    if (prototype === objectPrototype || prototype === null) return fields(value, {});
    const platform = platformClone(value);
    if (platform !== undefined) {
      mapSet(memory, value, platform);
      return platform;
    }
    for (let at: object | null = prototype; at !== null; at = getPrototypeOf(at) as object | null) {
      if (setIncludes(uncloneable, at)) throw refused("An object of this kind");
      if (at === bufferPrototype && isBuffer(value) && isDetached(value)) throw refused("A detached ArrayBuffer");
      const kind = mapGet(cloneKinds, at);
      const made = kind === undefined ? undefined : builtIn(kind, value);
      if (made === undefined) continue;
      if (made.make !== undefined) made.clone = made.make(copy(made.buffer) as ArrayBuffer);
      mapSet(memory, value, made.clone);
      made.fill?.(copy);
      return made.clone;
    }
    return fields(value, {});
  };
  function fields(from: object, to: object): object {
    mapSet(memory, from, to);
    const keys = ownKeys(from);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      if (typeof key !== "string" || getOwnPropertyDescriptor(from, key)?.enumerable !== true) continue;
      const value = copy((from as Record<string, unknown>)[key]);
      defineProperty(to, key, { value, writable: true, enumerable: true, configurable: true });
    }
    return to;
  }
  return copy;
}

/** https://html.spec.whatwg.org/#structuredserializewithtransfer and its counterpart, in one pass. */
export function cloneWithTransfer(value: unknown, transfer: readonly unknown[]): unknown {
  const memory = new MapCtor<object, object>();
  const buffers: ArrayBuffer[] = [];
  for (const one of transfer) {
    if (typeof one !== "object" || one === null || mapGet(memory, one) !== undefined)
      throw refused("What is to be transferred");
    if (isBuffer(one)) {
      if (isDetached(one)) throw refused("A detached ArrayBuffer");
      mapSet(memory, one, bufferSlice(one));
      buffers.push(one);
      continue;
    }
    let place: object | undefined;
    for (const each of transfers) place ??= each(one);
    if (place === undefined) throw refused("What is to be transferred");
    mapSet(memory, one, place);
  }
  const clone = cloner(memory)(value);
  for (const buffer of buffers) bufferTransfer(buffer);
  return clone;
}

/** https://html.spec.whatwg.org/#dom-structuredclone, in the Function's own time, so it can be interrupted anywhere. */
export function structuredClone(value: unknown, options: { transfer?: Iterable<unknown> } = {}): unknown {
  needArguments("structuredClone", arguments, 1);
  return cloneWithTransfer(value, [...(options?.transfer ?? [])]);
}
