import { randomInt } from "node:crypto";

/** RFC 8628, section 6.1: no vowels, so that no words appear, and no digits, so that none is taken for a letter. */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;
const pattern = new RegExp(`^[${letters}]{${length}}$`);

/** A new code: 20 to the power of 8 are possible, which is 34 bits. */
export const newUserCode = (): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)] ?? "").join("");

/** The code that a person typed, in either case, with or without hyphens and spaces; null where it can be none. */
export function readUserCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  return pattern.test(code) ? code : null;
}

/** As people read it: `BCDF-GHJK`. */
export const showUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
