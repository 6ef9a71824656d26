/** Why we refuse a pattern. The message begins with a lower-case letter, because it follows a path. */
export class PatternRefused extends Error {
  override name = "PatternRefused";
}
