/** One problem of a value. Neither field contains a part of the value. */
export interface Issue {
  /** `input.items.0.name`. */
  path: string;
  /** A sentence whose subject is the path: `is required`. */
  message: string;
}
