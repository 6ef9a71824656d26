const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

// Created once: building a format costs more than all the formatting for a page.
const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const dateFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const exactFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });

const short: Partial<Record<Intl.RelativeTimeFormatUnit, string>> = { day: "d", hour: "h", minute: "min", second: "s" };

/** A day of the reader's zone, with the year when it is not this one: `Nov 21`, `Dec 30, 2025`. */
export const dayText = (date: Date, now: number) =>
  (date.getFullYear() === new Date(now).getFullYear() ? dayFormat : dateFormat).format(date);

/**
 * The time since or until then, in the largest unit that fits: `12 s ago`, `in 3 h`, `now`. After 30 days, the day.
 * @param at RFC 3339; @param now milliseconds since 1970
 */
export function relativeTime(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  const away = Math.abs(seconds);
  if (away < 5) return "now";
  if (away >= 30 * 86_400) return dayText(new Date(at), now);
  const [unit, length] = steps.find(([, each]) => away >= each) ?? ["second", 1];
  const text = `${Math.floor(away / length)} ${short[unit]}`;
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}

/** The exact time, in the reader's zone and in UTC. */
export function exactTime(at: string): string {
  const date = new Date(at);
  return `${exactFormat.format(date)} · ${date.toISOString()}`;
}

const clockFormat = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
});

/**
 * The time to the millisecond in the reader's zone, with the day when it is not today: `14:03:22.481`, `Nov 21,
 * 14:03:22.481`.
 * @param at RFC 3339; @param now milliseconds since 1970
 */
export function clockTime(at: string, now: number): string {
  const date = new Date(at);
  const clock = clockFormat.format(date);
  return date.toDateString() === new Date(now).toDateString() ? clock : `${dayText(date, now)}, ${clock}`;
}

const secondFormat = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/**
 * The day and the time in the reader's zone: `Nov 21, 14:03:22`, `Dec 30, 2025, 14:03:22`.
 * @param at RFC 3339; @param now milliseconds since 1970; @param withMs also the milliseconds
 */
export function momentText(at: string, now: number, withMs = false): string {
  const date = new Date(at);
  return `${dayText(date, now)}, ${(withMs ? clockFormat : secondFormat).format(date)}`;
}

/**
 * A sentence of the server, with its times as `momentText` says them: `until Nov 21, 14:03:22`.
 * @param now milliseconds since 1970
 */
export const withMoments = (sentence: string, now: number): string =>
  sentence.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (at) => momentText(at, now));

/** Milliseconds in readable units: `0.4 ms`, `38 ms`, `1.24 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(2))} s`;
  const seconds = Math.round((ms % 60_000) / 1_000);
  return `${Math.floor(ms / 60_000)} min${seconds === 0 ? "" : ` ${seconds} s`}`;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const grouped = new Intl.NumberFormat("en");

/** A count: in full with separators below 100,000, shortened above. */
export const count = (value: number): string => (Math.abs(value) < 100_000 ? grouped : compact).format(value);

/** A count with its noun: `1 call`, `4,200 calls`. @param many the plural, if it is not the noun with an s */
export const counted = (value: number, noun: string, many = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : many}`;

/** A fraction of 1 as a percentage, with a decimal when it is small: `0.4%`, `12%`. */
export const percent = (share: number): string =>
  `${share === 0 ? "0" : share < 0.1 ? (share * 100).toFixed(share < 0.001 ? 2 : 1) : Math.round(share * 100)}%`;

const units = ["B", "KiB", "MiB", "GiB", "TiB"];

/** A size in bytes, in binary units: `412 B`, `3.4 KiB`. */
export function bytes(size: number): string {
  const step = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(size) / 10));
  const value = size / 1_024 ** step;
  return `${step === 0 ? value : Number(value.toFixed(value < 10 ? 1 : 0))} ${units[step]}`;
}
