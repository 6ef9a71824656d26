import { duration } from "../../components/format.ts";

const units: Readonly<Record<string, number>> = { "": 1, ms: 1, s: 1_000, min: 60_000 };
const mostMs = 999_999_999;

/** Reads a duration as people write it: `250`, `250 ms`, `1.5 s`, `2min`. Milliseconds; undefined when it is none. */
export function readDuration(text: string): string | undefined {
  const [, number, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|min)?$/i.exec(text.trim()) ?? [];
  const ms = Number(number) * (units[unit.toLowerCase()] ?? Number.NaN);
  return ms <= mostMs ? String(Math.round(ms)) : undefined;
}

/** The milliseconds of an address in words. */
export const shownDuration = (ms: string): string => duration(Number(ms));
