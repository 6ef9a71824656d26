import type { OperationName } from "../operations.ts";
import recorded from "./examples.json" with { type: "json" };

/** A request of one operation and its success. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The body, as JSON or as the text of a `stream`. */
  body?: unknown;
  /** The body of the success by its media type; nothing for 204. JSON is a value, everything else is a text. */
  answer?: Record<string, unknown>;
}

/**
 * An example of each operation. `node acceptance/rules/write-examples.ts` records them, and
 * `acceptance/rules/examples/openapi-examples.test.ts` makes each request again and compares both.
 */
export const examples = recorded as Partial<Record<OperationName, Example>>;
