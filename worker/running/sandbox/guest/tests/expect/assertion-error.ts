import { show } from "./show.ts";

/** A comparison that failed. `expected` and `actual` are texts of several lines. */
export class AssertionError extends Error {
  override name = "AssertionError";
  readonly expected: string | undefined;
  readonly actual: string | undefined;

  constructor(message: string, compared?: { actual: unknown; expected: unknown }) {
    super(message);
    if (compared === undefined) return;
    this.expected = show(compared.expected);
    this.actual = show(compared.actual);
  }
}
