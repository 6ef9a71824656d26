/** Why a pattern is refused. Its message begins with a lower-case letter, behind a path. */
export class PatternRefused extends Error {
  override name = "PatternRefused";
}
