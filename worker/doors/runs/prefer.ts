import { mostWaitMs } from "./read-run.ts";

/** The preferences that routes of runs honour (RFC 7240). */
export interface Preferences {
  /** How long the caller would rather wait for the result, in seconds (section 4.3); null: not at all. */
  wait: number | null;
  /** Whether the caller would rather have a 202 than wait (section 4.1). */
  respondAsync: boolean;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+/;
const quoted = /^"((?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*)"/;
/** No list of preferences that we know is longer. */
const mostChars = 2_000;

interface Preference {
  name: string;
  value: string;
}

/** Reads a name with an optional value, and returns the rest of the text; null if there is none. */
function readOne(text: string): { one: Preference; rest: string } | null {
  const name = token.exec(text)?.[0];
  if (name === undefined) return null;
  const after = text.slice(name.length);
  const equals = /^[ \t]*=[ \t]*/.exec(after)?.[0];
  if (equals === undefined) return { one: { name: name.toLowerCase(), value: "" }, rest: after };
  const given = after.slice(equals.length);
  const word = token.exec(given)?.[0];
  if (word !== undefined) return { one: { name: name.toLowerCase(), value: word }, rest: given.slice(word.length) };
  const string = quoted.exec(given);
  if (string === null) return null;
  const value = (string[1] ?? "").replaceAll(/\\(.)/g, "$1");
  return { one: { name: name.toLowerCase(), value }, rest: given.slice(string[0].length) };
}

/** The preferences of a list up to the first that is not well formed, without their parameters. */
function readList(text: string): Preference[] {
  const found: Preference[] = [];
  let rest = text.slice(0, mostChars);
  for (;;) {
    rest = rest.replace(/^[ \t,]+/, "");
    const read = readOne(rest);
    if (read === null) return found;
    rest = read.rest;
    for (let parameter = /^[ \t]*;[ \t]*/.exec(rest); parameter !== null; parameter = /^[ \t]*;[ \t]*/.exec(rest)) {
      rest = rest.slice(parameter[0].length);
      rest = readOne(rest)?.rest ?? rest;
    }
    // A preference that does not end here is not well formed.
    if (!/^[ \t]*(?:,|$)/.test(rest)) return found;
    found.push(read.one);
  }
}

/**
 * Reads a `Prefer` header. A preference that is unknown or not well formed is left out, and the first one of a name
 * counts (section 2). A wait that is too long becomes the longest, 20 s.
 */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const preferences = header === undefined ? [] : readList([header].flat().join(","));
  const wait = preferences.find(({ name }) => name === "wait")?.value ?? "";
  return {
    wait: /^\d{1,15}$/.test(wait) ? Math.min(Number(wait), mostWaitMs / 1_000) : null,
    respondAsync: preferences.some(({ name }) => name === "respond-async"),
  };
}

/** The header that says which preferences the response honours (section 3), as name and value; nothing for none. */
export function preferenceApplied({ wait, respondAsync }: Preferences, hasWaited: boolean): string[] {
  const applied = [
    ...(respondAsync && !hasWaited ? ["respond-async"] : []),
    ...(wait === null ? [] : [`wait=${wait}`]),
  ];
  return applied.length === 0 ? [] : ["preference-applied", applied.join(", ")];
}
