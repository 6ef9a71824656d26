import type { z } from "zod";
import { counted, mustBeOfType, mustBeOneOf } from "../json-schema/sentences.ts";

const formats: Record<string, string> = {
  datetime: "must be a time in UTC with milliseconds, like 2026-01-31T12:00:00.000Z",
  email: "must be an email address",
  url: "must be an absolute URL, like https://example.com/",
};

const types: Record<string, string> = {
  int: "integer",
  record: "object",
  map: "object",
  set: "array",
  bool: "boolean",
};

const nouns: Record<string, string> = {
  string: "character",
  array: "item",
  set: "item",
  object: "member",
  map: "member",
};

/** `at least 3 characters`, or for numbers `at least 3`. */
function bound(
  origin: string,
  size: unknown,
  words: readonly [inclusive: string, exclusive: string],
  inclusive = true,
) {
  const noun = nouns[origin];
  if (noun !== undefined) return `must have ${words[0]} ${counted(Number(size), noun)}`;
  return `must be ${inclusive ? words[0] : words[1]} ${String(size)}`;
}

/**
 * Zod's problem with a value as a sentence whose subject is its path: `must be a string`. For zod's `error` options; a
 * schema's own sentence wins.
 */
export function plainProblem(problem: z.core.$ZodRawIssue): string {
  switch (problem.code) {
    case "invalid_type":
      if (problem.input === undefined) return "is required";
      return mustBeOfType([types[problem.expected] ?? problem.expected]);
    case "invalid_value":
      if (problem.input === undefined) return `is required, and ${mustBeOneOf(problem.values)}`;
      return mustBeOneOf(problem.values);
    case "too_small":
      return bound(problem.origin, problem.minimum, ["at least", "greater than"], problem.inclusive);
    case "too_big":
      return bound(problem.origin, problem.maximum, ["at most", "less than"], problem.inclusive);
    case "not_multiple_of":
      return `must be a multiple of ${problem.divisor}`;
    case "invalid_format":
      return formats[problem.format] ?? "has the wrong format";
    case "invalid_key":
      return "has a name that is not allowed here";
    case "invalid_union":
      // The value has none of the constants that distinguish the alternatives.
      if ("options" in problem && Array.isArray(problem.options)) return mustBeOneOf(problem.options);
      return problem.input === undefined ? "is required" : "matches none of the allowed formats";
    case "unrecognized_keys":
      return `has ${problem.keys.length === 1 ? "an unknown field" : "unknown fields"}: ${problem.keys.join(", ").slice(0, 200)}`;
    default:
      return "is not valid";
  }
}
