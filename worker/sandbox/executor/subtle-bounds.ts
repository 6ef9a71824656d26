import { dom } from "./subtle-cost.ts";

/** Bytes of a place in what an operation was sent with. */
export interface Place {
  $bytes: [number, number];
}

/** In bytes: the data of an operation; and a key, as JSON too, a signature, or a parameter of an algorithm. */
const most = { data: 10 * 1024 * 1024, part: 64 * 1024 };
/** What is around these in the JSON of an operation. */
const jsonChars = 3 * most.part;
/** From here on an operation takes long enough, and memory enough, to wait for others of its kind. */
const largeBytes = 256 * 1024;

/** Which of the data of an operation is not a key or a signature. */
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

/** Refuses the JSON of an operation before it is read. @throws an error named as a DOMException */
export function checkJson(json: string): void {
  if (json.length > jsonChars) throw refuse("A key as JSON", most.part);
}

/**
 * Refuses what is too large to be done beside other calls: reading a key takes time that grows with the square of its
 * size, and does so in the thread that serves all of them. Answers whether the data is large. @throws an error named as a DOMException
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
