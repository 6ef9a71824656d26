/** Along the digits, the alphabet, and rows and columns of keyboards; twice, so that they go round. */
const rows = [
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
].flatMap((row) => [row.repeat(2), Array.from(row).toReversed().join("").repeat(2)]);

const shortestRun = 3;
const fewestFree = 4;
const fewestDifferent = 5;

/** How many characters from `start` on are one and the same, or follow a row; 1 where neither holds. */
function runAt(text: string, start: number): number {
  let end = start + 1;
  while (text[end] === text[start]) end += 1;
  if (end - start >= shortestRun) return end - start;
  end = start + shortestRun;
  if (end > text.length || !rows.some((row) => row.includes(text.slice(start, end)))) return 1;
  while (end < text.length && rows.some((row) => row.includes(text.slice(start, end + 1)))) end += 1;
  return end - start;
}

/** How many characters stand in no run of three or more. */
function countFree(text: string): number {
  let free = 0;
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at);
    if (length < shortestRun) free += 1;
    at += length;
  }
  return free;
}

/**
 * Whether a password in lower case is made of few different characters, of one piece again and again, or of little but
 * runs: `aaaabbbbcccc`, `abcabcabcabc`, `qwerty123456`.
 */
export const isPredictable = (text: string): boolean =>
  new Set(text).size < fewestDifferent || /^(.+?)\1+.{0,5}$/su.test(text) || countFree(text) < fewestFree;
