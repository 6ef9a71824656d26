import { types } from "pg";
import { readTime } from "./read-time.ts";

const int8 = 20;
const timestamptz = 1184;
type Reader = (text: string) => unknown;

const usualTime = types.getTypeParser(timestamptz) as Reader;
const readAsTime = (text: string) => readTime(text) ?? usualTime(text);

/** How to read values of a type. It reads `bigint` as a number, because our counters are far below 2^53. */
export function readerOf(type: number): Reader {
  if (type === int8) return Number;
  return type === timestamptz ? readAsTime : (types.getTypeParser(type) as Reader);
}
