/** The result of a check: good, odd, or wrong, and what to do. */
export interface Finding {
  check: string;
  state: "good" | "odd" | "wrong";
  found: string;
  hint?: string | undefined;
}
