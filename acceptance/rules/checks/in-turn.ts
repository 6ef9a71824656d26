import { hash } from "node:crypto";

const isFull = process.env["FERRULE_TEST_LENGTH"] === "full";

/**
 * Some of the values to try on every operation. At full length, all of them. A short run takes two for each key, and
 * two others for the next key, so all operations together try every value.
 * @param key the thing on which to try the values, such as the operation's name, or one of its fields
 */
export function inTurn<T>(key: string, values: readonly T[]): readonly T[] {
  if (isFull || values.length <= 2) return values;
  const sum = Number.parseInt(hash("sha256", key).slice(0, 8), 16);
  const first = sum % values.length;
  const step = 1 + (Math.floor(sum / values.length) % (values.length - 1));
  return values.filter((_value, index) => index === first || index === (first + step) % values.length);
}
