import { asMatchers, Asymmetric } from "./asymmetric.ts";
import { equals, type Comparison } from "./equals.ts";
import { showShortly } from "./show.ts";
import { fieldAt } from "./field-at.ts";
import { matchesError } from "./matches-error.ts";

/** Whether the value fits, and what the message says of it after "expected … to". */
export interface Verdict {
  passed: boolean;
  told: string;
  /** What the value is compared with, if the difference is worth seeing. */
  compared?: { actual: unknown; expected: unknown };
}

export type Matcher = (actual: unknown, ...args: never[]) => Verdict;

const verdict = (passed: boolean, told: string): Verdict => ({ passed, told });
const equality = (told: string, how: Omit<Comparison, "accepts">) => (actual: unknown, expected: unknown) => ({
  passed: equals(actual, expected, { ...how, ...asMatchers }),
  told: `${told} ${showShortly(expected)}`,
  compared: { actual, expected },
});
const ordered =
  (told: string, holds: (one: number, other: number) => boolean) => (actual: unknown, other: number | bigint) => {
    const isNumber = typeof actual === "number" || typeof actual === "bigint";
    return verdict(isNumber && holds(actual as number, other as number), `${told} ${showShortly(other)}`);
  };

function contains(actual: unknown, item: unknown): boolean {
  if (typeof actual === "string") return typeof item === "string" && actual.includes(item);
  if (typeof actual !== "object" || actual === null || !(Symbol.iterator in actual)) return false;
  return [...(actual as Iterable<unknown>)].some((one) => Object.is(one, item));
}

const lengthOf = (actual: unknown): unknown => (actual as { length?: unknown } | null | undefined)?.length;

function matches(actual: unknown, expected: string | RegExp): boolean {
  if (typeof actual !== "string") return false;
  return typeof expected === "string" ? actual.includes(expected) : new RegExp(expected).test(actual);
}

function closeTo(actual: unknown, other: number, digits = 2): boolean {
  if (Object.is(actual, other)) return true;
  return typeof actual === "number" && Math.abs(actual - other) < 0.5 * 10 ** -digits;
}

/** What a function throws. `threw` is false when it returns. */
function thrownBy(actual: unknown): { threw: boolean; error: unknown } {
  if (typeof actual !== "function") return { threw: false, error: undefined };
  try {
    (actual as () => unknown)();
    return { threw: false, error: undefined };
  } catch (error) {
    return { threw: true, error };
  }
}

export type Thrown = Parameters<typeof matchesError>[1];

/** `toThrow`, for what was thrown. */
export function thrown({ threw, error }: { threw: boolean; error: unknown }, expected?: Thrown): Verdict {
  const wanted = expected === undefined ? "an error" : showShortly(expected);
  if (!threw) return verdict(false, `throw ${wanted}, but nothing was thrown`);
  const passed = expected === undefined || matchesError(error, expected);
  return {
    passed,
    told: `throw ${wanted}`,
    ...(expected === undefined ? {} : { compared: { actual: error, expected } }),
  };
}

const toThrow = (actual: unknown, expected?: Thrown) =>
  typeof actual === "function"
    ? thrown(thrownBy(actual), expected)
    : verdict(false, "throw, but it is not a function: write expect(() => …).toThrow()");

/** The matchers by name. */
export const matchers = {
  toBe: (actual: unknown, expected: unknown): Verdict => ({
    passed: Object.is(actual, expected),
    told: `be ${showShortly(expected)}`,
    compared: { actual, expected },
  }),
  toEqual: equality("equal", {}),
  toStrictEqual: equality("strictly equal", { strict: true }),
  toMatchObject: equality("match", { subset: true }),
  toContain: (actual: unknown, item: unknown) =>
    verdict(item instanceof Asymmetric ? false : contains(actual, item), `contain ${showShortly(item)}`),
  toContainEqual: (actual: unknown, item: unknown) => {
    const items = typeof actual === "object" && actual !== null && Symbol.iterator in actual;
    const all = items ? [...(actual as Iterable<unknown>)] : [];
    return verdict(
      all.some((one) => equals(one, item, asMatchers)),
      `contain a value equal to ${showShortly(item)}`,
    );
  },
  toHaveLength: (actual: unknown, length: number) =>
    verdict(lengthOf(actual) === length, `have the length ${length}, and not ${showShortly(lengthOf(actual))}`),
  toHaveProperty: (actual: unknown, path: string | readonly (string | number)[], ...value: unknown[]): Verdict => {
    const found = fieldAt(actual, path);
    const told = `have the field ${showShortly(path)}`;
    if (value.length === 0 || found === undefined) return verdict(found !== undefined, told);
    const compared = { actual: found.value, expected: value[0] };
    return {
      passed: equals(found.value, value[0], asMatchers),
      told: `${told} with ${showShortly(value[0])}`,
      compared,
    };
  },
  toMatch: (actual: unknown, expected: string | RegExp) =>
    verdict(matches(actual, expected), `match ${showShortly(expected)}`),
  toThrow,
  toThrowError: toThrow,
  toBeNull: (actual: unknown) => verdict(actual === null, "be null"),
  toBeUndefined: (actual: unknown) => verdict(actual === undefined, "be undefined"),
  toBeDefined: (actual: unknown) => verdict(actual !== undefined, "be defined"),
  toBeTruthy: (actual: unknown) => verdict(Boolean(actual), "be truthy"),
  toBeFalsy: (actual: unknown) => verdict(!actual, "be falsy"),
  toBeNaN: (actual: unknown) => verdict(Number.isNaN(actual), "be NaN"),
  toBeGreaterThan: ordered("be greater than", (one, other) => one > other),
  toBeGreaterThanOrEqual: ordered("be greater than or equal to", (one, other) => one >= other),
  toBeLessThan: ordered("be less than", (one, other) => one < other),
  toBeLessThanOrEqual: ordered("be less than or equal to", (one, other) => one <= other),
  toBeCloseTo: (actual: unknown, other: number, digits?: number) =>
    verdict(closeTo(actual, other, digits), `be close to ${showShortly(other)}`),
  toBeInstanceOf: (actual: unknown, expected: new () => unknown) =>
    verdict(actual instanceof expected, `be an instance of ${expected.name}`),
  toBeTypeOf: (actual: unknown, expected: string) => verdict(typeof actual === expected, `be of the type ${expected}`),
  toSatisfy: (actual: unknown, accepts: (value: unknown) => unknown) =>
    verdict(Boolean(accepts(actual)), "satisfy the condition"),
} satisfies Record<string, Matcher>;
export type MatcherName = keyof typeof matchers;
