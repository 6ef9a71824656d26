/** One thing that does not fit. Neither field holds a value that was given. */
export interface Issue {
  /** `input.items.0.name`. */
  path: string;
  /** A sentence whose subject is the path: `is required`. */
  message: string;
}
