import { dom } from "./subtle-cost.ts";

/** The place of some bytes in an operation's blob. */
export interface Place {
  $bytes: [number, number];
}

/** In bytes: an operation's data; and a key (also as JSON), a signature, or a parameter of an algorithm. */
const most = { data: 10 * 1024 * 1024, part: 64 * 1024 };
/** Room for these in an operation's JSON. */
const jsonChars = 3 * most.part;
/** From this size on, an operation takes so much time and memory that it waits for others of its kind. */
const largeBytes = 256 * 1024;

/** The argument of an operation that is data, and not a key or a signature. */
const dataAt: Record<string, number> = { digest: 0, sign: 0, verify: 1, encrypt: 0, decrypt: 0 };

const refuse = (what: string, bytes: number) =>
  dom("QuotaExceededError", `${what} may have at most ${bytes} bytes here.`);

const sizeOf = ({ $bytes: [from, to] }: Place): number => to - from;

function checkParts(value: unknown, what: string): void {
  if (typeof value !== "object" || value === null) return;
  if ("$bytes" in value) {
    if (!(sizeOf(value as Place) <= most.part)) throw refuse(what, most.part);
  } else for (const part of Object.values(value)) checkParts(part, what);
}

/** Rejects the JSON of an operation before it is parsed. @throws an error named like a DOMException */
export function checkJson(json: string): void {
  if (json.length > jsonChars) throw refuse("A key as JSON", most.part);
}

/**
 * Rejects input that is too large to process beside other calls. The time for reading a key grows with the square of
 * its size, and the reading thread serves all calls. Returns whether the data is large. @throws an error named like a
 * DOMException
 */
export function checkSizes(argument: { op: string; data?: Place[]; jwk?: string }): boolean {
  const { op, data = [], jwk, ...others } = argument;
  if (jwk !== undefined && jwk.length > most.part) throw refuse("A key as JSON", most.part);
  checkParts(others, "A key or a parameter");
  let isLarge = false;
  for (const [at, place] of data.entries()) {
    if (at !== dataAt[op]) checkParts(place, "A key or a signature");
    else if (!(sizeOf(place) <= most.data)) throw refuse("The data", most.data);
    else isLarge = sizeOf(place) > largeBytes;
  }
  return isLarge;
}
