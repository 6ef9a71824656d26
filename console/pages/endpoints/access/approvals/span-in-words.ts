import { counted } from "../../../../components/format.ts";

/** Units of time, by their length in seconds, the longest first. */
export const spanUnits = [
  { unit: "day", many: "days", seconds: 86_400 },
  { unit: "hour", many: "hours", seconds: 3_600 },
  { unit: "minute", many: "minutes", seconds: 60 },
  { unit: "second", many: "seconds", seconds: 1 },
] as const;

/** The longest unit that the seconds fill without a rest. */
export const unitOf = (seconds: number) =>
  spanUnits.find((one) => seconds > 0 && seconds % one.seconds === 0) ?? spanUnits[3];

/** A whole number of seconds in words: `1 day`, `90 minutes`. */
export function spanInWords(seconds: number): string {
  const { unit, many, seconds: length } = unitOf(seconds);
  return counted(seconds / length, unit, many);
}
