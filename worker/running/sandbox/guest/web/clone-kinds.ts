import {
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  mapForEach,
  MapCtor,
  mapSet,
  uncurry,
} from "../primordials.ts";

type Copy = (value: unknown) => unknown;
/** Clones one kind of object: returns an empty copy and a function that fills it, so that a cycle finds the copy. */
export type CloneKind = (value: never) => { clone: object; fill?: (copy: Copy) => void };

const getter = (prototype: object, name: string | symbol) =>
  uncurry(getOwnPropertyDescriptor(prototype, name)!.get!) as unknown as (self: unknown) => never;
const primitive = (one: { prototype: { valueOf: () => unknown } }) => {
  const valueOf = uncurry(one.prototype.valueOf) as (self: unknown) => unknown;
  return (value: unknown) => ({ clone: Object(valueOf(value)) as object });
};

const sourceOf = getter(RegExp.prototype, "source") as (self: unknown) => string;
const flagsOf = getter(RegExp.prototype, "flags") as (self: unknown) => string;
const timeOf = uncurry(Date.prototype.getTime);
const mapSize = getter(Map.prototype, "size");
const setSize = getter(Set.prototype, "size");
const setAdd = uncurry(Set.prototype.add) as (self: Set<unknown>, value: unknown) => void;
const setForEach = uncurry(Set.prototype.forEach) as (self: Set<unknown>, each: (value: unknown) => void) => void;
export const bufferLength = getter(ArrayBuffer.prototype, "byteLength") as (self: unknown) => number;
export const bufferSlice = uncurry(ArrayBuffer.prototype.slice) as (self: ArrayBuffer) => ArrayBuffer;
export const bufferTransfer = uncurry(ArrayBuffer.prototype.transfer) as (self: ArrayBuffer) => ArrayBuffer;
export const isDetached = getter(ArrayBuffer.prototype, "detached") as (self: unknown) => boolean;

const typedArray = getPrototypeOf(Uint8Array.prototype) as object;
const view = (buffer: string, offset: string, length: string, prototype: object) => ({
  buffer: getter(prototype, buffer),
  offset: getter(prototype, offset),
  length: getter(prototype, length),
});
type ViewMaker = new (buffer: unknown, offset: number, length: number) => object;
const viewKind = (Maker: ViewMaker, of: ReturnType<typeof view>): CloneKind => {
  return ((value: unknown) => {
    const buffer = of.buffer(value) as ArrayBuffer;
    const [offset, length] = [of.offset(value) as number, of.length(value) as number];
    // A view needs its buffer first; a buffer cannot lead back to the view.
    return { buffer, make: (copied: ArrayBuffer) => new Maker(copied, offset, length) };
  }) as never;
};

const kinds = new MapCtor<object, CloneKind>();
const add = (one: { prototype: object }, kind: (value: never) => unknown) =>
  mapSet(kinds, one.prototype, kind as CloneKind);

for (const one of [Boolean, Number, String, BigInt]) add(one, primitive(one as never));
add(Date, (value: Date) => ({ clone: new Date(timeOf(value)) }));
add(RegExp, (value: RegExp) => ({ clone: new RegExp(sourceOf(value), flagsOf(value)) }));
add(Map, (value: Map<unknown, unknown>) => {
  void mapSize(value);
  const clone = new MapCtor<unknown, unknown>();
  const entries: unknown[] = [];
  mapForEach(value, (one, key) => {
    entries[entries.length] = key;
    entries[entries.length] = one;
  });
  const fill = (copy: Copy) => {
    for (let i = 0; i < entries.length; i += 2) mapSet(clone, copy(entries[i]), copy(entries[i + 1]));
  };
  return { clone, fill };
});
add(Set, (value: Set<unknown>) => {
  void setSize(value);
  const clone = new Set<unknown>();
  const entries: unknown[] = [];
  setForEach(value, (one) => {
    entries[entries.length] = one;
  });
  const fill = (copy: Copy) => {
    for (let i = 0; i < entries.length; i++) setAdd(clone, copy(entries[i]));
  };
  return { clone, fill };
});
add(ArrayBuffer, (value: ArrayBuffer) => {
  void bufferLength(value);
  return { clone: bufferSlice(value) };
});
add(DataView, viewKind(DataView as never, view("buffer", "byteOffset", "byteLength", DataView.prototype)));
const typed = view("buffer", "byteOffset", "length", typedArray);
for (const one of [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
])
  add(one, viewKind(one as never, typed));
if (typeof Float16Array === "function") add(Float16Array, viewKind(Float16Array as never, typed));

const tagOf = uncurry(Object.prototype.toString);
for (const One of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
  add(One, (value: Error) => {
    if (tagOf(value) !== "[object Error]") throw new TypeError("not an error");
    const clone = new One();
    const put = (name: string, held: unknown) =>
      defineProperty(clone, name, { value: held, writable: true, configurable: true });
    const message = getOwnPropertyDescriptor(value, "message");
    if (message !== undefined && "value" in message) put("message", String(message.value));
    put("stack", typeof value.stack === "string" ? value.stack : undefined);
    const fill = (copy: Copy) => {
      const cause = getOwnPropertyDescriptor(value, "cause");
      if (cause !== undefined && "value" in cause) put("cause", copy(cause.value));
    };
    return { clone, fill };
  });
}

export const cloneKinds = kinds;
