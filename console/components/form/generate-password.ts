/** Letters and digits, without those that look alike. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const groups = 5;
const groupLength = 4;

/** A random password of twenty letters and digits (about 115 bits), in groups that are easy to read out. */
export function generatePassword(): string {
  const limit = 256 - (256 % letters.length);
  const chosen: string[] = [];
  while (chosen.length < groups * groupLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // Bytes beyond the last whole multiple would favour the first letters, so we drop them.
      if (byte < limit && chosen.length < groups * groupLength) chosen.push(letters.charAt(byte % letters.length));
    }
  }
  return Array.from({ length: groups }, (_, at) =>
    chosen.slice(at * groupLength, (at + 1) * groupLength).join(""),
  ).join("-");
}
