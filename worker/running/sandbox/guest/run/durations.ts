import { platformError } from "../function-error.ts";
import { NumberOf, dateTime, isDate, max, regExec } from "../primordials.ts";

const unitMs = { __proto__: null, ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as never as Record<
  string,
  number
>;
const short = /^(\d{1,15}(?:\.\d{1,9})?)(ms|s|m|h|d)$/;
const iso = /^P(?:(\d{1,9})W|(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?)$/;

const invalid = (what: string) =>
  platformError(
    "VALIDATION_ERROR",
    `${what} must be milliseconds, text such as "90s", "5m", "2h", "3d" or "PT5M", or a Date.`,
  );

function isoMs(parts: RegExpExecArray): number | undefined {
  const count = (at: number) => (parts[at] === undefined ? 0 : NumberOf(parts[at]));
  let isEmpty = true;
  for (let at = 1; at <= 5; at++) isEmpty &&= parts[at] === undefined;
  if (isEmpty) return undefined;
  const days = count(1) * 7 + count(2);
  return ((days * 24 + count(3)) * 60 + count(4)) * 60_000 + count(5) * 1_000;
}

/** A time to wait: from now in milliseconds, and as epoch milliseconds if a Date was given. @throws FunctionError */
export function durationOf(value: unknown, what: string, now: () => number): { forMs: number; at?: number } {
  if (typeof value === "number") {
    if (value >= 0 && value < Infinity) return { forMs: value };
  } else if (typeof value === "string") {
    const parts = regExec(short, value);
    if (parts !== null) return { forMs: NumberOf(parts[1]) * unitMs[parts[2]!]! };
    const long = regExec(iso, value);
    const forMs = long === null ? undefined : isoMs(long);
    if (forMs !== undefined) return { forMs };
  } else if (isDate(value)) {
    const at = dateTime(value);
    if (at >= -8.64e15) return { forMs: max(0, at - now()), at };
  }
  throw invalid(what);
}
