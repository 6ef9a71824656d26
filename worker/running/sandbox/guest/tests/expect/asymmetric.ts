import { equals } from "./equals.ts";

/** A value that stands in an expected one for any value that it accepts. */
export class Asymmetric {
  readonly accepts: (value: unknown) => boolean;
  readonly shown: string;

  constructor(shown: string, accepts: (value: unknown) => boolean) {
    this.shown = shown;
    this.accepts = accepts;
  }
}

const primitives = new Map<unknown, string>([
  [String, "string"],
  [Number, "number"],
  [Boolean, "boolean"],
  [BigInt, "bigint"],
  [Symbol, "symbol"],
  [Function, "function"],
]);

/** Whether a value is of a class, or of the type that `String`, `Number` and so on stand for. */
function isAny(value: unknown, kind: unknown): boolean {
  const type = primitives.get(kind);
  if (type !== undefined && typeof value === type) return true;
  if (kind === Object) return typeof value === "object" && value !== null;
  if (kind === Array) return Array.isArray(value);
  return typeof kind === "function" && value instanceof (kind as new () => unknown);
}

const nameOf = (kind: unknown) => (typeof kind === "function" ? kind.name : String(kind));

function containsFields(value: unknown, fields: object): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Reflect.ownKeys(fields).every(
    (key) => key in value && equals((value as never)[key], (fields as never)[key], asMatchers),
  );
}

const containsItems = (value: unknown, items: readonly unknown[]) =>
  Array.isArray(value) && items.every((item) => value.some((one) => equals(one, item, asMatchers)));

const matches = (value: unknown, pattern: string | RegExp) =>
  typeof value === "string" &&
  (typeof pattern === "string" ? value.includes(pattern) : new RegExp(pattern).test(value));

/** How a comparison recognizes one of these. */
export const asMatchers = {
  accepts: (expected: unknown, value: unknown): boolean | undefined =>
    expected instanceof Asymmetric ? expected.accepts(value) : undefined,
};

const opposite = ({ shown, accepts }: Asymmetric) => new Asymmetric(`not.${shown}`, (value) => !accepts(value));

const containing = {
  objectContaining: (fields: object) => new Asymmetric("objectContaining", (value) => containsFields(value, fields)),
  arrayContaining: (items: readonly unknown[]) =>
    new Asymmetric("arrayContaining", (value) => containsItems(value, items)),
  stringContaining: (part: string) =>
    new Asymmetric(`stringContaining(${JSON.stringify(part)})`, (value) => matches(value, part)),
  stringMatching: (pattern: string | RegExp) =>
    new Asymmetric(`stringMatching(${String(pattern)})`, (value) => matches(value, pattern)),
};

/** `expect.any` and its siblings. */
export const asymmetric = {
  any: (kind: unknown) => new Asymmetric(`any(${nameOf(kind)})`, (value) => isAny(value, kind)),
  anything: () => new Asymmetric("anything()", (value) => value !== null && value !== undefined),
  ...containing,
  closeTo: (other: number, digits = 2) =>
    new Asymmetric(
      `closeTo(${other})`,
      (value) => typeof value === "number" && Math.abs(value - other) < 0.5 * 10 ** -digits,
    ),
  not: {
    objectContaining: (fields: object) => opposite(containing.objectContaining(fields)),
    arrayContaining: (items: readonly unknown[]) => opposite(containing.arrayContaining(items)),
    stringContaining: (part: string) => opposite(containing.stringContaining(part)),
    stringMatching: (pattern: string | RegExp) => opposite(containing.stringMatching(pattern)),
  },
};
