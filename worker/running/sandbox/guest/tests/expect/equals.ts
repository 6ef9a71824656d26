/** How two values are compared. */
export interface Comparison {
  /** Whether absent and undefined fields differ, and classes count. */
  strict?: boolean;
  /** Whether the expected value may lack fields of the other. */
  subset?: boolean;
  /** Whether the expected value is a matcher, and accepts the other. Undefined: it is a value. */
  accepts: (expected: unknown, value: unknown) => boolean | undefined;
}

type Pairs = readonly (readonly [unknown, unknown])[];

const tagOf = (value: unknown) => Object.prototype.toString.call(value);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const keysOf = (value: object): PropertyKey[] =>
  Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));

/** The content of a value that has no fields of its own. Undefined for any other. */
function contentOf(value: object): unknown {
  if (value instanceof Date) return value.getTime();
  if (value instanceof RegExp || tagOf(value) === "[object URL]") return String(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  return undefined;
}

function equalSets(actual: Set<unknown>, expected: Set<unknown>, how: Comparison, seen: Pairs): boolean {
  if (actual.size !== expected.size) return false;
  const left = [...actual];
  return [...expected].every((one) => {
    const at = left.findIndex((other) => compare(other, one, how, seen));
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

function equalMaps(actual: Map<unknown, unknown>, expected: Map<unknown, unknown>, how: Comparison, seen: Pairs) {
  if (actual.size !== expected.size) return false;
  const left = [...actual];
  return [...expected].every(([key, value]) => {
    const at = left.findIndex(([other, held]) => compare(other, key, how, seen) && compare(held, value, how, seen));
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

const bytesOf = (value: ArrayBufferView | ArrayBuffer): Uint8Array =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);

function equalBytes(actual: Uint8Array, expected: Uint8Array): boolean {
  return actual.length === expected.length && actual.every((byte, at) => byte === expected[at]);
}

function equalFields(actual: object, expected: object, how: Comparison, seen: Pairs): boolean {
  const { strict = false, subset = false } = how;
  const at = (value: object, key: PropertyKey) => (value as Record<PropertyKey, unknown>)[key];
  const isHeld = (value: object, key: PropertyKey) =>
    strict ? Object.hasOwn(value, key) : at(value, key) !== undefined;
  if (!subset && keysOf(actual).some((key) => isHeld(actual, key) && !isHeld(expected, key))) return false;
  return keysOf(expected).every((key) => {
    if (!subset && !isHeld(expected, key)) return !isHeld(actual, key);
    if (subset && !(key in actual)) return false;
    return (!strict || Object.hasOwn(actual, key)) && compare(at(actual, key), at(expected, key), how, seen);
  });
}

function equalArrays(actual: readonly unknown[], expected: readonly unknown[], how: Comparison, seen: Pairs): boolean {
  if (actual.length !== expected.length) return false;
  for (let at = 0; at < expected.length; at++) {
    if (how.strict === true && at in actual !== at in expected) return false;
    if (!compare(actual[at], expected[at], how, seen)) return false;
  }
  return true;
}

function equalErrors(actual: Error, expected: Error, how: Comparison, seen: Pairs): boolean {
  const isSame = actual.message === expected.message && actual.name === expected.name;
  return isSame && compare(actual.cause, expected.cause, how, seen) && equalFields(actual, expected, how, seen);
}

function compareObjects(actual: object, expected: object, how: Comparison, seen: Pairs): boolean {
  const isPart = how.subset === true && tagOf(expected) === "[object Object]" && !Array.isArray(actual);
  if (tagOf(actual) !== tagOf(expected) && !isPart) return false;
  if (how.strict === true && Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected)) return false;
  const content = contentOf(expected);
  if (content !== undefined) return Object.is(contentOf(actual), content);
  if (Array.isArray(actual) && Array.isArray(expected)) return equalArrays(actual, expected, how, seen);
  if (actual instanceof Set && expected instanceof Set) return equalSets(actual, expected, how, seen);
  if (actual instanceof Map && expected instanceof Map) return equalMaps(actual, expected, how, seen);
  if (expected instanceof ArrayBuffer || ArrayBuffer.isView(expected))
    return equalBytes(bytesOf(actual as ArrayBuffer), bytesOf(expected));
  if (actual instanceof Error && expected instanceof Error) return equalErrors(actual, expected, how, seen);
  if (expected instanceof Promise || expected instanceof WeakMap || expected instanceof WeakSet) return false;
  return equalFields(actual, expected, how, seen);
}

function compare(actual: unknown, expected: unknown, how: Comparison, seen: Pairs): boolean {
  const accepted = how.accepts(expected, actual) ?? how.accepts(actual, expected);
  if (accepted !== undefined) return accepted;
  if (Object.is(actual, expected)) return true;
  if (!isObject(actual) || !isObject(expected)) return false;
  // A circle is equal where both go round in the same way.
  if (seen.some(([one, other]) => one === actual && other === expected)) return true;
  return compareObjects(actual, expected, how, [...seen, [actual, expected]]);
}

/** Whether two values are equal, as `toEqual`, `toStrictEqual` or `toMatchObject` mean it. */
export const equals = (actual: unknown, expected: unknown, how: Comparison): boolean =>
  compare(actual, expected, how, []);
