import { hash } from "node:crypto";

const isFull = process.env["FERRULE_TEST_LENGTH"] === "full";

/**
 * Some of the values that are tried on every operation. At full length these are all of them. A short run takes two for
 * each key, and another two for the next key, so that all operations together still try every value.
 * @param key what the values are tried on, such as the operation's name, or one field of it
 */
export function inTurn<T>(key: string, values: readonly T[]): readonly T[] {
  if (isFull || values.length <= 2) return values;
  const sum = Number.parseInt(hash("sha256", key).slice(0, 8), 16);
  const first = sum % values.length;
  const step = 1 + (Math.floor(sum / values.length) % (values.length - 1));
  return values.filter((_value, index) => index === first || index === (first + step) % values.length);
}
