import type { OutputForm } from "../../../calls/admission/function-call.ts";

/** What a Function's `complete` returned. */
export interface OutputValues extends OutputForm {
  /** After `problems` has found none. */
  readonly values: readonly string[];
}

const mostReturned = 10_000;
const mostChars = 1_000;

/** Reads what a Function's `complete` returned: a list of texts. */
export function outputValues(): OutputValues {
  let values: readonly string[] = [];
  return {
    // The schema is that of the handler's output.
    usesSchema: false,
    get values() {
      return values;
    },
    problems(output, reply) {
      if (reply !== null || !Array.isArray(output)) return [{ path: "output", message: "is not a list of texts" }];
      if (output.length > mostReturned) return [{ path: "output", message: `has more than ${mostReturned} texts` }];
      const wrong = output.findIndex((one) => typeof one !== "string" || one.length > mostChars);
      if (wrong >= 0) return [{ path: `output.${wrong}`, message: `is not a text of at most ${mostChars} characters` }];
      values = output as string[];
      return null;
    },
  };
}
