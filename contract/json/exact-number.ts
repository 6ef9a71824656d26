/** A number in JSON's syntax. */
const written = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A decimal in one form for all equal ones: `-1200.0` and `-12e2` become `-12e2`. */
function decimalOf(text: string): string | null {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = written.exec(text) ?? [];
  if (whole === "") return null;
  const digits = whole + fraction;
  let from = 0;
  while (digits[from] === "0") from += 1;
  let to = digits.length;
  while (to > from && digits[to - 1] === "0") to -= 1;
  const scale = Number(exponent) - fraction.length + (digits.length - to);
  return `${sign}${digits.slice(from, to)}e${scale}`;
}

/**
 * Whether JavaScript can hold the number in a text. A fraction may be rounded, but an integer may not. A double holds
 * every integer up to 2^53 (RFC 8259, section 6). Also false for numbers beyond the range of doubles.
 * @param text A number as JSON writes it
 */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return true;
  return decimalOf(text) === decimalOf(String(value));
}

/** Whether a text spells a number that JavaScript would change. */
export const isInexactNumber = (text: string): boolean => written.test(text) && !isExactNumber(text);

/** The reason for refusing such a number, as a sentence whose subject is its place. */
export const inexactNumber = (text: string): string =>
  Number.isFinite(Number(text))
    ? "would lose digits: numbers hold integers exactly only up to 9007199254740991. Send a larger integer as text, if text is allowed here"
    : "is larger than the largest number";
