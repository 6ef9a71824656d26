import { asMatchers, Asymmetric } from "./asymmetric.ts";
import { equals } from "./equals.ts";

type Class = abstract new (...args: never) => unknown;

const messageOf = (error: unknown): string => {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : String(error);
};

/** Whether an error fits: by a part of its message, a pattern, a class, an equal message, or some of its fields. */
export function matchesError(error: unknown, expected: string | RegExp | Class | Error | object): boolean {
  if (typeof expected === "string") return messageOf(error).includes(expected);
  if (expected instanceof RegExp) return new RegExp(expected).test(messageOf(error));
  if (typeof expected === "function") return error instanceof (expected as new () => unknown);
  if (expected instanceof Asymmetric) return expected.accepts(error);
  if (expected instanceof Error) return messageOf(error) === expected.message;
  return equals(error, expected, { subset: true, accepts: asMatchers.accepts });
}
