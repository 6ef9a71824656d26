/** Why we refuse a schema. */
export interface SchemaProblem {
  code: "SCHEMA_INVALID" | "SCHEMA_ROOT" | "SCHEMA_UNSUPPORTED" | "SCHEMA_TOO_COMPLEX";
  /** JSON pointer from the root of the schema; empty for the whole. */
  path: string;
  /** A sentence whose subject is the path: `must be a number`. */
  message: string;
}
