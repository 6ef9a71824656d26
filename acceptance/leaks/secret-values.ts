import * as fc from "fast-check";

const ordinary = Array.from("abcxyzABCXYZ0189-_");
const odd = Array.from("\"'\\/+ %&=?#<>{}[]()~!*.:;,@$^`|\n\tüßé漢😀");
const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ordinary) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);

/**
 * Realistic and unrealistic values: at least ten characters, with a part that no ordinary record contains by chance.
 */
export const secretValues: fc.Arbitrary<string> = fc
  .array(character, { minLength: 6, maxLength: 60 })
  .map((characters) => `Zq${characters.join("")}7k`);

/** The text around a value: it shifts base64, and its own characters may need escaping too. */
export const surroundings: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "a",
  "ab",
  "abc",
  "user:",
  "é",
  '"',
  '{"t":"',
  "Bearer ",
);
