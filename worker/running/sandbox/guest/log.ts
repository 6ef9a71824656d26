import { host } from "./host.ts";
import { inspect } from "./inspect.ts";
import { limits } from "./limits.ts";
import { jsonStringify, stringSlice, StringOf } from "./primordials.ts";

export type Level = "debug" | "info" | "warn" | "error";

/** Takes an entry in place of the execution's log. `dataJson` is empty without data. */
export type TakeEntry = (level: Level, message: string, dataJson: string) => void;

let taken: TakeEntry | undefined;

/** In a run of tests: gives entries to `take`, whose part it is to bound them. */
export function takeLogs(take: TakeEntry | undefined): void {
  taken = take;
}

let entries = 0;
let chars = 0;
let silenced = true;

export function resetLog(): void {
  entries = 0;
  chars = 0;
  silenced = false;
}

/** Drops entries between calls, which nobody would read. */
export function silenceLog(): void {
  silenced = true;
}

function dataText(data: unknown): string {
  try {
    const json = jsonStringify(data) ?? jsonStringify(inspect(data));
    if (json.length <= limits.logDataChars) return json;
    return jsonStringify(`${stringSlice(json, 0, limits.logDataChars)}… [truncated]`);
  } catch {
    return jsonStringify(inspect(data));
  }
}

/**
 * Writes one entry to the execution log. It never throws. Beyond 1,000 entries or 256 KiB, it says so once and drops
 * the rest.
 */
export function log(level: Level, message: string, data?: unknown): void {
  if (silenced && taken === undefined) return;
  const text =
    message.length <= limits.logMessageChars
      ? message
      : `${stringSlice(message, 0, limits.logMessageChars)}… [truncated]`;
  const json = data === undefined ? "" : dataText(data);
  if (taken !== undefined) return taken(level, text, json);
  entries += 1;
  chars += text.length + json.length;
  if (entries >= limits.logEntries || chars > limits.logChars) {
    silenced = true;
    host().log("warn", "[log truncated: the rest of this call's log was dropped]", "");
    return;
  }
  host().log(level, text, json);
}

/** A Function's message, which may be any value, as text. */
export function messageText(message: unknown): string {
  return typeof message === "string" ? message : inspect(message);
}

function formatted(args: unknown[]): string {
  let text = "";
  let from = 0;
  const first = args[0];
  if (typeof first === "string") {
    from = 1;
    let plain = 0;
    for (let i = 0; i + 1 < first.length; i++) {
      if (first[i] !== "%") continue;
      const kind = first[i + 1]!;
      if (kind === "%") text += `${stringSlice(first, plain, i)}%`;
      else if (
        from < args.length &&
        (kind === "s" || kind === "d" || kind === "i" || kind === "f" || kind === "o" || kind === "O" || kind === "j")
      ) {
        const arg = args[from++];
        text +=
          stringSlice(first, plain, i) +
          (kind === "j" ? dataText(arg) : kind === "s" && typeof arg !== "object" ? StringOf(arg) : inspect(arg));
      } else continue;
      plain = i + 2;
      i += 1;
    }
    text += stringSlice(first, plain);
  }
  for (let i = from; i < args.length; i++) text += (i > 0 ? " " : "") + inspect(args[i]);
  return text;
}

const at =
  (level: Level) =>
  (...args: unknown[]): void =>
    log(level, formatted(args));

const counts: Record<string, number> = { __proto__: null } as never;

/** `console` of https://console.spec.whatwg.org, as far as it makes sense for a log without a screen. */
export const console = {
  log: at("info"),
  info: at("info"),
  debug: at("debug"),
  trace: at("debug"),
  dir: (value: unknown) => log("info", inspect(value)),
  dirxml: at("info"),
  table: (value: unknown) => log("info", inspect(value)),
  warn: at("warn"),
  error: at("error"),
  assert: (condition: unknown, ...args: unknown[]) => {
    if (!condition) log("error", `Assertion failed${args.length > 0 ? `: ${formatted(args)}` : ""}`);
  },
  count: (label: unknown = "default") => {
    const name = StringOf(label);
    counts[name] = (counts[name] ?? 0) + 1;
    log("info", `${name}: ${counts[name]}`);
  },
  countReset: (label: unknown = "default") => {
    counts[StringOf(label)] = 0;
  },
  group: at("info"),
  groupCollapsed: at("info"),
  groupEnd: () => undefined,
  time: (label: unknown = "default") => {
    started[StringOf(label)] = Date.now();
  },
  timeLog: (label: unknown = "default") => elapsed(StringOf(label)),
  timeEnd: (label: unknown = "default") => {
    elapsed(StringOf(label));
    delete started[StringOf(label)];
  },
  clear: () => undefined,
};
Object.defineProperty(console, Symbol.toStringTag, { value: "console", configurable: true });

const started: Record<string, number> = { __proto__: null } as never;

function elapsed(label: string): void {
  const since = started[label];
  if (since !== undefined) log("info", `${label}: ${Date.now() - since} ms`);
}
